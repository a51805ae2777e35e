package dev.adk4j.boot.durable;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.Sampled;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue.Stats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of the queue of durable turns. */
final class DurableTurnMeters implements MeterBinder {

  private final DbSchedulerTurnQueue queue;
  private final Sampled<Stats> stats;

  DurableTurnMeters(DbSchedulerTurnQueue queue) {
    this.queue = queue;
    this.stats = new Sampled<>("the queue of durable turns", queue::stats);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    AdkMeter.QUEUED_TURNS
        .gauge("Durable turns that wait for a node", () -> stats.value(Stats::due))
        .register(registry);
    AdkMeter.QUEUE_AGE
        .gauge(
            "Waiting time of the first durable turn in the queue",
            () -> stats.value(now -> now.oldest().toMillis() / 1000.0))
        .register(registry);
    AdkMeter.DURABLE_TURNS
        .gauge("Durable turns that run on this node", () -> stats.value(Stats::runningHere))
        .register(registry);
    AdkMeter.TAKEN_OVER_TURNS
        .counter(
            "Durable turns of dead nodes that this node released",
            queue,
            DbSchedulerTurnQueue::takenOver)
        .register(registry);
    AdkMeter.LOST_TURNS
        .counter(
            "Runs of durable turns that another node took over", queue, DbSchedulerTurnQueue::lost)
        .register(registry);
  }
}
