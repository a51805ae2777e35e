package dev.adk4j.boot.internal.observe;

import java.util.List;

/** Meters of memory in addition to its observations. The reference table is generated from here. */
public enum MemoryMeter {

  /** Stores that failed in a search, which continued without them. */
  SEARCH_FAILURES("adk.memory.search.store.failures", "counter", "failures"),

  /** Stores that failed to write. */
  WRITE_FAILURES("adk.memory.write.failures", "counter", "failures"),

  /** Messages that reached a store. */
  SAVED("adk.memory.extract.saved", "counter", "messages"),

  /** Saves that failed and are retried. */
  FAILED("adk.memory.extract.failed", "counter", "saves"),

  /** Messages that are no longer saved to any store. */
  DROPPED("adk.memory.extract.dropped", "counter", "messages"),

  /** Captured messages that have not reached a store. */
  PENDING("adk.memory.journal.pending", "gauge", "messages"),

  /** 1 while saves to a store keep failing and most are skipped. */
  BACKOFF("adk.memory.extract.backoff", "gauge", "");

  private final String meterName;
  private final String type;
  private final String unit;

  MemoryMeter(String meterName, String type, String unit) {
    this.meterName = meterName;
    this.type = type;
    this.unit = unit;
  }

  public String meterName() {
    return meterName;
  }

  public String type() {
    return type;
  }

  public String unit() {
    return unit;
  }

  public List<String> tags() {
    return this == DROPPED ? List.of() : List.of("store");
  }
}
