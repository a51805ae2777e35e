package dev.adk4j.boot.durable;

import dev.adk4j.boot.internal.turn.TurnLifecycle;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;

/**
 * Runs durable turns from the registration of all agents until the application stops. On stop,
 * waits for the runs before the data source is closed, because each run must release its turn in
 * the database for other nodes.
 */
final class DurableTurnsLifecycle extends TurnLifecycle implements DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(DurableTurnsLifecycle.class);

  private final DbSchedulerTurnQueue queue;
  private final Duration atMost;

  DurableTurnsLifecycle(DbSchedulerTurnQueue queue, Duration drain) {
    this.queue = queue;
    this.atMost = drain;
  }

  @Override
  public void start() {
    queue.begin();
    super.start();
  }

  @Override
  public void stop() {
    queue.close();
    super.stop();
  }

  @Override
  public void destroy() throws InterruptedException {
    if (!queue.drain(atMost)) {
      log.warn(
          "Durable turns have not ended within {} (adk.durable.drain). Other nodes resume them.",
          atMost);
    }
  }
}
