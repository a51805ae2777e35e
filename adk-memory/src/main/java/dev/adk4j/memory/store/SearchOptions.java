package dev.adk4j.memory.store;

import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/**
 * Options of one search in one store. A manager always sets both.
 *
 * @param maxSearchResults from 1 to 1000; null for the store's default
 * @param owner owner of the entries to search
 */
public record SearchOptions(@Nullable Integer maxSearchResults, @Nullable MemoryOwner owner) {

  /** Largest number of entries that a search requests from a store and accepts. */
  public static final int MAX_RESULTS = 1000;

  public SearchOptions {
    Violations.require(
        maxSearchResults == null || (maxSearchResults >= 1 && maxSearchResults <= MAX_RESULTS),
        "$.maxSearchResults",
        "range",
        "must be from 1 to " + MAX_RESULTS + ", was " + maxSearchResults);
  }

  public static SearchOptions of(int maxSearchResults, MemoryOwner owner) {
    return new SearchOptions(maxSearchResults, owner);
  }

  /**
   * Returns the owner. Throws {@code E_MEMORY_SCOPE_MISSING} with the store's name if there is
   * none.
   */
  public MemoryOwner requireOwner(String store) {
    return MemoryOwner.require(owner, store);
  }
}
