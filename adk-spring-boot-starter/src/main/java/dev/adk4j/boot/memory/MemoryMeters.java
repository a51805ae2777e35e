package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.memory.observe.MemoryObserver;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts failures and successful saves. */
record MemoryMeters(MeterRegistry meters) implements MemoryObserver {

  @Override
  public void searchFailed(String store, Throwable cause) {
    count(AdkMeter.MEMORY_SEARCH_FAILURES, "Memory stores that failed in a search", store, 1);
  }

  @Override
  public void writeFailed(String store, Throwable cause) {
    count(AdkMeter.MEMORY_WRITE_FAILURES, "Memory stores that failed to write", store, 1);
  }

  @Override
  public void saved(String store, int messages) {
    count(AdkMeter.MEMORY_SAVED, "Messages that reached a memory store", store, messages);
  }

  @Override
  public void saveFailed(String store, int failures, Throwable cause) {
    count(AdkMeter.MEMORY_FAILED, "Saves that failed and are retried", store, 1);
  }

  @Override
  public void dropped(long messages) {
    AdkMeter.MEMORY_DROPPED
        .counter("Messages that are no longer saved")
        .register(meters)
        .increment(messages);
  }

  private void count(AdkMeter meter, String description, String store, double amount) {
    meter.counter(description).tag("store", store).register(meters).increment(amount);
  }
}
