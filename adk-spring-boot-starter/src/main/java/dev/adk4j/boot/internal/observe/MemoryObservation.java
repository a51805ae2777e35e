package dev.adk4j.boot.internal.observe;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/** Observations of memory. The reference table is generated from here. */
public enum MemoryObservation implements ObservationDocumentation {

  /** A search over the stores. A failing store is not an error of the search. */
  SEARCH(
      "memory.search",
      new KeyName[] {Key.OUTCOME},
      new KeyName[] {
        Key.STORE_NAMES,
        Key.STORE_COUNT,
        Key.MAX_SEARCH_RESULTS,
        Key.RESULT_COUNT,
        Key.FAILURE_COUNT,
        Key.QUERY,
        Key.RESULTS
      }),

  /** A write to the stores. */
  ADD(
      "memory.add",
      new KeyName[] {Key.OUTCOME},
      new KeyName[] {Key.STORE_NAMES, Key.STORE_COUNT, Key.FAILURE_COUNT, Key.CONTENT}),

  /** The injection of memories into a turn. */
  INJECT(
      "memory.inject",
      new KeyName[] {Key.OUTCOME},
      new KeyName[] {Key.MAX_ENTRIES, Key.INJECTED, Key.ENTRY_COUNT}),

  /** A save of a conversation to a store. */
  EXTRACT(
      "memory.extract",
      new KeyName[] {Key.STORE, Key.OUTCOME},
      new KeyName[] {Key.MESSAGE_COUNT, Key.FILTERED_COUNT, Key.EXTRACTOR, Key.ENTRY_COUNT});

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

  /** Keys in metrics and spans, or in spans only. */
  public enum Key implements KeyName {
    STORE("store"),
    /** {@code success} or {@code failure}. */
    OUTCOME("outcome"),
    STORE_NAMES("memory.store.names"),
    STORE_COUNT("memory.store.count"),
    MAX_SEARCH_RESULTS("memory.max_search_results"),
    RESULT_COUNT("memory.result.count"),
    FAILURE_COUNT("memory.store.failure_count"),
    /** Content; present only if enabled. */
    QUERY("memory.query"),
    /** Content; present only if enabled. */
    RESULTS("memory.results"),
    /** Content; present only if enabled. */
    CONTENT("memory.content"),
    MAX_ENTRIES("memory.max_entries"),
    INJECTED("memory.injected"),
    ENTRY_COUNT("memory.entry.count"),
    MESSAGE_COUNT("memory.message.count"),
    FILTERED_COUNT("memory.message.filtered_count"),
    EXTRACTOR("memory.extractor");

    private final String key;

    Key(String key) {
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
