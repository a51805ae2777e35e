package dev.adk4j.memory;

import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.StoreExtractionSettings;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a store at the time the manager was built, with the deployment's overrides.
 *
 * @param adder the store if it accepts facts and is writable; otherwise null
 * @param messages the store if it accepts messages and is writable; otherwise null
 */
record ConfiguredStore(
    MemoryStore store,
    String name,
    String description,
    int maxSearchResults,
    boolean writable,
    @Nullable AddableMemoryStore adder,
    @Nullable MessageMemoryStore messages,
    @Nullable StoreExtractionSettings extraction,
    RelevanceScale scale) {

  static final int DEFAULT_RESULTS = 3;

  int limit(@Nullable Integer asked) {
    return asked == null ? maxSearchResults : asked;
  }

  boolean canAdd() {
    return adder != null;
  }
}
