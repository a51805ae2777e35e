package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class TurnShutdownTests {

  /** Longer than any stall of the machine: a turn that does not end is a failure anyway. */
  private static final Duration ABORT_TIMEOUT = Duration.ofMinutes(2);

  private final OpenTurns turns = new OpenTurns();
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  private final TurnRunner waiting =
      TurnRunner.builder()
          .storage(new InMemoryStorageAdapter())
          .instrumentation(turns)
          .executor(
              (ctx, helpers) -> {
                ctx.abortSignal().onAbort(reason -> goOn.countDown());
                running.countDown();
                goOn.await();
                if (!ctx.aborted()) {
                  ctx.ack();
                }
              })
          .build();

  @Test
  void letsOpenTurnsEnd() throws Exception {
    TurnHandle turn = waiting.start(raw());
    running.await();
    CompletableFuture<Void> stopped = stop(Duration.ofMinutes(2));
    assertThat(stopped).isNotDone();

    goOn.countDown();

    stopped.get(2, TimeUnit.MINUTES);
    assertThat(turn.isDone() || turn.join(Duration.ofMinutes(2))).isTrue();
    assertThat(turns.all()).isEmpty();
  }

  @Test
  void abortsSlowTurns() throws Exception {
    TurnHandle turn = waiting.start(raw());
    running.await();

    stop(Duration.ofMillis(1)).get(2, TimeUnit.MINUTES);

    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
    assertThat(turns.all()).isEmpty();
  }

  @Test
  void waitsUntilAbortedTurnsHaveEnded() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    AtomicBoolean stoppedBefore = new AtomicBoolean();
    TurnRunner tidying =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .instrumentation(turns)
            .executor(
                (ctx, helpers) -> {
                  ctx.abortSignal().onAbort(reason -> goOn.countDown());
                  running.countDown();
                  goOn.await();
                  stoppedBefore.set(stopped.await(200, TimeUnit.MILLISECONDS));
                })
            .build();
    TurnHandle turn = tidying.start(raw());
    running.await();

    TurnShutdown shutdown = shutdown(Duration.ofMillis(1));
    shutdown.stop();
    stopped.countDown();

    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
    assertThat(stoppedBefore).isFalse();
  }

  @Test
  void anInterruptedShutdownAbortsTurnsAtOnce() throws Exception {
    TurnHandle turn = waiting.start(raw());
    running.await();

    Thread.currentThread().interrupt();
    shutdown(Duration.ofMinutes(2)).stop();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(turns.isOpen()).isFalse();
    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void aPausedContextKeepsItsTurns() throws Exception {
    try (GenericApplicationContext context = new GenericApplicationContext()) {
      context.registerBean(TurnShutdown.class, () -> shutdown(Duration.ofMillis(1)));
      context.refresh();
      TurnHandle turn = waiting.start(raw());
      running.await();

      context.pause();

      assertThat(turns.isOpen()).isTrue();
      goOn.countDown();
      assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
    }
  }

  @Test
  void abortsLaterTurns() throws Exception {
    stop(Duration.ofMillis(1)).get(2, TimeUnit.MINUTES);
    assertThat(turns.isOpen()).isFalse();
    StringBuilder seen = new StringBuilder();
    waiting.observe(TurnEvent.DISPATCH_START, e -> seen.append("dispatch"));

    waiting.run(raw());

    assertThat(seen).isEmpty();
  }

  @Test
  void aRestartedContextRunsTurnsAgain() throws Exception {
    TurnShutdown shutdown = shutdown(Duration.ofMillis(1));
    shutdown.stop();
    shutdown.start();
    goOn.countDown();

    assertThat(turns.isOpen()).isTrue();
    assertThat(shutdown.isRunning()).isTrue();
    assertThat(waiting.start(raw()).join(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void stopsInThePhaseOfTheWebServersGracefulShutdown() {
    assertThat(TurnShutdown.PHASE).isEqualTo(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
  }

  @Test
  void warnsOfShorterTimeoutOfTheFramework(CapturedOutput output) {
    TurnShutdown shutdown = shutdown(Duration.ofSeconds(20));

    shutdown.warnIfLongerThan(ABORT_TIMEOUT.plusSeconds(20));
    assertThat(output).doesNotContain("adk.shutdown.timeout");
    shutdown.warnIfLongerThan(ABORT_TIMEOUT.plusSeconds(19));
    assertThat(output)
        .contains("adk.shutdown.timeout (PT20S)")
        .contains("spring.lifecycle.timeout-per-shutdown-phase");
  }

  private CompletableFuture<Void> stop(Duration timeout) {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    TurnShutdown shutdown = shutdown(timeout);
    shutdown.start();
    shutdown.stop(() -> stopped.complete(null));
    return stopped;
  }

  private TurnShutdown shutdown(Duration timeout) {
    return new TurnShutdown(turns, new AdkProperties.Shutdown(timeout, ABORT_TIMEOUT));
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("").build();
  }
}
