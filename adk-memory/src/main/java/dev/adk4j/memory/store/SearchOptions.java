package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/**
 * What a store is told about a search.
 *
 * @param maxSearchResults from 1 to 1000; null leaves it to the store, behind a manager it is
 *     always given
 * @param owner whose entries to look among; behind a manager always given
 */
public record SearchOptions(@Nullable Integer maxSearchResults, @Nullable MemoryOwner owner) {

  /** How many entries a search asks a store for, and gets from it, at most. */
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

  /** The owner, or {@code E_MEMORY_SCOPE_MISSING} naming the store. */
  public MemoryOwner requireOwner(String store) {
    return MemoryErrors.requireOwner(owner, store);
  }

  /** The limit given, else that default. */
  public int limitOr(int otherwise) {
    return maxSearchResults == null ? otherwise : maxSearchResults;
  }
}
