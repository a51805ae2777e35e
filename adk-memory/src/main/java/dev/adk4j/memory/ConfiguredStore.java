package dev.adk4j.memory;

import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractionConfig;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.RelevanceScale;
import org.jspecify.annotations.Nullable;

/**
 * A store as the manager found it when it was built, with what the deployment says about it. A
 * store that changes its mind later changes nothing.
 *
 * @param adder the store where it takes single facts and may be written to
 * @param messages the store where it takes messages and may be written to
 */
record ConfiguredStore(
    MemoryStore store,
    String name,
    String description,
    @Nullable Integer maxSearchResults,
    boolean writable,
    @Nullable AddableMemoryStore adder,
    @Nullable MessageMemoryStore messages,
    @Nullable ExtractionConfig extraction,
    RelevanceScale scale) {

  static final int DEFAULT_RESULTS = 3;

  int limit(@Nullable Integer asked) {
    if (asked != null) {
      return asked;
    }
    return maxSearchResults == null ? DEFAULT_RESULTS : maxSearchResults;
  }

  boolean canAdd() {
    return adder != null;
  }

  boolean described() {
    return !description.isEmpty();
  }
}
