package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.observe.MemoryMeter;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import dev.adk4j.memory.observe.MemoryObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts failures and successful saves. */
final class MemoryMeters implements MemoryObserver {

  private final MeterRegistry meters;

  MemoryMeters(MeterRegistry meters) {
    this.meters = meters;
  }

  @Override
  public void searchFailed(String store, Throwable cause) {
    count(MemoryMeter.SEARCH_FAILURES, store, 1);
  }

  @Override
  public void writeFailed(String store, Throwable cause) {
    count(MemoryMeter.WRITE_FAILURES, store, 1);
  }

  @Override
  public void saved(String store, int messages) {
    count(MemoryMeter.SAVED, store, messages);
  }

  @Override
  public void saveFailed(String store, int failures, Throwable cause) {
    count(MemoryMeter.FAILED, store, 1);
  }

  @Override
  public void dropped(long messages) {
    counter(MemoryMeter.DROPPED).register(meters).increment(messages);
  }

  private void count(MemoryMeter meter, String store, double amount) {
    counter(meter).tag("store", store).register(meters).increment(amount);
  }

  private static Counter.Builder counter(MemoryMeter meter) {
    return Counter.builder(meter.meterName()).baseUnit(meter.unit());
  }

  static double pending(MemoryBacklogs backlogs, String store) {
    return backlogs.all().getOrDefault(store, StoreBacklog.NONE).messages();
  }

  static double backedOff(MemoryBacklogs backlogs, String store) {
    return backlogs.backsOff(backlogs.all().getOrDefault(store, StoreBacklog.NONE)) ? 1 : 0;
  }
}
