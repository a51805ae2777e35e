package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/**
 * Options of one search in one store. A manager always sets both.
 *
 * @param maxSearchResults from 1 to 1000; null for the store's default
 * @param owner the owner whose entries are searched
 */
public record SearchOptions(@Nullable Integer maxSearchResults, @Nullable MemoryOwner owner) {

  /** Maximum number of entries that a search requests from a store and accepts. */
  public static final int MAX_RESULTS = 1000;

  public SearchOptions {
    new Violations()
        .check(
            maxSearchResults == null || (maxSearchResults >= 1 && maxSearchResults <= MAX_RESULTS),
            "$.maxSearchResults",
            "range",
            "must be from 1 to " + MAX_RESULTS + ", was " + maxSearchResults)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static SearchOptions of(int maxSearchResults, MemoryOwner owner) {
    return new SearchOptions(maxSearchResults, owner);
  }

  /** Returns the owner, or throws {@code E_MEMORY_SCOPE_MISSING} naming the store. */
  public MemoryOwner requireOwner(String store) {
    return MemoryOwner.require(owner, store);
  }
}
