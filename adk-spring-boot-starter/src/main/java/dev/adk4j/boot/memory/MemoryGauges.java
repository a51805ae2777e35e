package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.Sampled;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Gauges of the backlog of each store. NaN while the journal cannot be read. */
final class MemoryGauges implements MeterBinder {

  private final MemoryManager memory;
  private final Sampled<Map<String, StoreBacklog>> backlogs;

  MemoryGauges(MemoryManager memory) {
    this.memory = memory;
    this.backlogs = new Sampled<>("the memory stores", memory::backlog);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String store : memory.extraction().stores()) {
      gauge(
          registry,
          AdkMeter.MEMORY_PENDING,
          "Messages that have not reached a memory store",
          store,
          StoreBacklog::messages);
      gauge(
          registry,
          AdkMeter.MEMORY_BACKOFF,
          "1 while saves to a memory store keep failing",
          store,
          backlog -> MemoryHealthIndicator.backsOff(memory, backlog) ? 1 : 0);
    }
  }

  private void gauge(
      MeterRegistry registry,
      AdkMeter meter,
      String description,
      String store,
      ToDoubleFunction<StoreBacklog> value) {
    meter
        .gauge(
            description,
            () ->
                backlogs.value(
                    all -> value.applyAsDouble(all.getOrDefault(store, StoreBacklog.NONE))))
        .tag("store", store)
        .register(registry);
  }
}
