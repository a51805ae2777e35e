package dev.adk4j.boot;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.boot.internal.turn.TurnLifecycle;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends open turns when the application stops, in the phase in which the web server drains its
 * requests, so that neither waits for the other. Turns have a limited time to end, then they are
 * aborted.
 */
final class TurnShutdown extends TurnLifecycle {

  private static final Logger log = LoggerFactory.getLogger(TurnShutdown.class);

  /** Phase of the web server's graceful shutdown, which is not always on the class path. */
  static final int PHASE = DEFAULT_PHASE - 1024;

  private final OpenTurns turns;
  private final Duration timeout;
  private final Duration abortTimeout;

  TurnShutdown(OpenTurns turns, AdkProperties.Shutdown properties) {
    this.turns = turns;
    this.timeout = properties.timeout();
    this.abortTimeout = properties.abortTimeout();
  }

  /** Spring continues after its own timeout, even if turns have not ended. */
  void warnIfLongerThan(Duration phase) {
    if (timeout.plus(abortTimeout).compareTo(phase) > 0) {
      log.warn(
          "adk.shutdown.timeout ({}) and adk.shutdown.abort-timeout ({}) together exceed "
              + "spring.lifecycle.timeout-per-shutdown-phase ({}). Turns may be cut off without "
              + "being aborted.",
          timeout,
          abortTimeout,
          phase);
    }
  }

  @Override
  public void start() {
    turns.allow();
    super.start();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Waits on a separate thread, because the web server drains at the same time. */
  @Override
  public void stop(Runnable callback) {
    Thread.ofVirtual()
        .name("adk-shutdown")
        .start(
            () -> {
              try {
                stop();
              } finally {
                callback.run();
              }
            });
  }

  @Override
  public void stop() {
    super.stop();
    try {
      drain();
    } catch (InterruptedException e) {
      turns.refuse("the application stops");
      Thread.currentThread().interrupt();
    }
  }

  private void drain() throws InterruptedException {
    int open = turns.all().size();
    if (open > 0) {
      log.info("Waiting up to {} for {} open turn(s).", timeout, open);
    }
    if (!turns.awaitNone(timeout)) {
      log.warn("{} turn(s) did not end within {} and are aborted.", turns.all().size(), timeout);
    }
    turns.refuse("the application stops");
    // also for a turn that started after the last one had ended
    if (!turns.awaitNone(abortTimeout)) {
      log.warn("{} aborted turn(s) have not ended within {}.", turns.all().size(), abortTimeout);
    }
  }
}
