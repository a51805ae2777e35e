package dev.adk4j.boot.memory;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/** The observations of memory. The reference table is generated from here. */
public enum MemoryObservation implements ObservationDocumentation {

  /** A search over the stores. A store that fails is not an error of the search. */
  SEARCH(
      "memory.search",
      new KeyName[] {LowKey.OUTCOME},
      new KeyName[] {
        HighKey.STORE_NAMES,
        HighKey.STORE_COUNT,
        HighKey.MAX_SEARCH_RESULTS,
        HighKey.RESULT_COUNT,
        HighKey.FAILURE_COUNT,
        HighKey.QUERY,
        HighKey.RESULTS
      }),

  /** A write to the stores. */
  ADD(
      "memory.add",
      new KeyName[] {LowKey.OUTCOME},
      new KeyName[] {
        HighKey.STORE_NAMES, HighKey.STORE_COUNT, HighKey.FAILURE_COUNT, HighKey.CONTENT
      }),

  /** Putting memories into a turn. */
  INJECT(
      "memory.inject",
      new KeyName[] {LowKey.OUTCOME},
      new KeyName[] {HighKey.MAX_ENTRIES, HighKey.INJECTED, HighKey.ENTRY_COUNT}),

  /** Saving a conversation into a store. */
  EXTRACT(
      "memory.extract",
      new KeyName[] {LowKey.STORE, LowKey.OUTCOME},
      new KeyName[] {
        HighKey.MESSAGE_COUNT, HighKey.FILTERED_COUNT, HighKey.EXTRACTOR, HighKey.ENTRY_COUNT
      });

  private final String name;
  private final KeyName[] low;
  private final KeyName[] high;

  MemoryObservation(String name, KeyName[] low, KeyName[] high) {
    this.name = name;
    this.low = low;
    this.high = high;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public String getContextualName() {
    return name;
  }

  @Override
  public KeyName[] getLowCardinalityKeyNames() {
    return low.clone();
  }

  @Override
  public KeyName[] getHighCardinalityKeyNames() {
    return high.clone();
  }

  /** In metrics and spans. */
  public enum LowKey implements KeyName {
    STORE("store"),
    /** {@code success} or {@code failure}. */
    OUTCOME("outcome");

    private final String key;

    LowKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }
  }

  /** In spans only. */
  public enum HighKey implements KeyName {
    STORE_NAMES("memory.store.names"),
    STORE_COUNT("memory.store.count"),
    MAX_SEARCH_RESULTS("memory.max_search_results"),
    RESULT_COUNT("memory.result.count"),
    FAILURE_COUNT("memory.store.failure_count"),
    /** Content; only where it was asked for. */
    QUERY("memory.query"),
    /** Content; only where it was asked for. */
    RESULTS("memory.results"),
    /** Content; only where it was asked for. */
    CONTENT("memory.content"),
    MAX_ENTRIES("memory.max_entries"),
    INJECTED("memory.injected"),
    ENTRY_COUNT("memory.entry.count"),
    MESSAGE_COUNT("memory.message.count"),
    FILTERED_COUNT("memory.message.filtered_count"),
    EXTRACTOR("memory.extractor");

    private final String key;

    HighKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }

    @Override
    public boolean isRequired() {
      return this != QUERY && this != RESULTS && this != CONTENT && this != MAX_SEARCH_RESULTS;
    }
  }
}
