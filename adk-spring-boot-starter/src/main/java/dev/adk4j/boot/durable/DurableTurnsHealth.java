package dev.adk4j.boot.durable;

import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports up while this node accepts durable turns, and down if the queue does not respond. */
final class DurableTurnsHealth extends AbstractHealthIndicator {

  private final DbSchedulerTurnQueue queue;
  private final DurableTurnsLifecycle lifecycle;

  DurableTurnsHealth(DbSchedulerTurnQueue queue, DurableTurnsLifecycle lifecycle) {
    super("The queue of durable turns did not respond");
    this.queue = queue;
    this.lifecycle = lifecycle;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    DbSchedulerTurnQueue.Stats stats = queue.stats();
    (lifecycle.isRunning() ? builder.up() : builder.outOfService())
        .withDetail("queued", stats.due())
        .withDetail("oldestSeconds", stats.oldest().toSeconds())
        .withDetail("running", stats.running())
        .withDetail("runningHere", stats.runningHere());
  }
}
