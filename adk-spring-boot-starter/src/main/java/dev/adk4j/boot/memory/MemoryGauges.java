package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.observe.MemoryMeter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleBiFunction;

/** Gauges of the backlog of each store. NaN while the journal cannot be read. */
final class MemoryGauges implements MeterBinder {

  private final MemoryBacklogs backlogs;

  MemoryGauges(MemoryBacklogs backlogs) {
    this.backlogs = backlogs;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String store : backlogs.stores()) {
      gauge(registry, MemoryMeter.PENDING, store, MemoryMeters::pending);
      gauge(registry, MemoryMeter.BACKOFF, store, MemoryMeters::backedOff);
    }
  }

  private void gauge(
      MeterRegistry registry,
      MemoryMeter meter,
      String store,
      ToDoubleBiFunction<MemoryBacklogs, String> value) {
    Gauge.builder(meter.meterName(), () -> value.applyAsDouble(backlogs, store))
        .tag("store", store)
        .baseUnit(meter.unit().isEmpty() ? null : meter.unit())
        .register(registry);
  }
}
