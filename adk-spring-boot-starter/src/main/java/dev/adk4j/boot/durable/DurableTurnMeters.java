package dev.adk4j.boot.durable;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.Sampled;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue.Stats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

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
    gauge(registry, AdkMeter.QUEUED_TURNS, "Durable turns that wait for a node", Stats::due);
    gauge(
        registry,
        AdkMeter.QUEUE_AGE,
        "Waiting time of the first durable turn in the queue",
        now -> now.oldest().toMillis() / 1000.0);
    gauge(
        registry,
        AdkMeter.DURABLE_TURNS,
        "Durable turns that run on this node",
        Stats::runningHere);
    counter(
        registry,
        AdkMeter.TAKEN_OVER_TURNS,
        "Durable turns of dead nodes that this node released",
        DbSchedulerTurnQueue::takenOver);
    counter(
        registry,
        AdkMeter.LOST_TURNS,
        "Runs of durable turns that another node took over",
        DbSchedulerTurnQueue::lost);
  }

  private void gauge(
      MeterRegistry registry, AdkMeter meter, String meaning, ToDoubleFunction<Stats> value) {
    Gauge.builder(meter.meterName(), () -> stats.value(value))
        .description(meaning)
        .baseUnit(meter.unit())
        .register(registry);
  }

  private void counter(
      MeterRegistry registry,
      AdkMeter meter,
      String meaning,
      ToDoubleFunction<DbSchedulerTurnQueue> value) {
    FunctionCounter.builder(meter.meterName(), queue, value)
        .description(meaning)
        .baseUnit(meter.unit())
        .register(registry);
  }
}
