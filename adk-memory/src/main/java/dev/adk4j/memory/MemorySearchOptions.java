package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.store.SearchOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search is limited to.
 *
 * @param maxSearchResults for each store, at least 1; null for what the store says, else 3
 * @param stores the stores to search, in this order; null for all, empty for none
 */
public record MemorySearchOptions(
    @Nullable Integer maxSearchResults, @Nullable List<String> stores) {

  /** All stores, each with its own limit. */
  public static final MemorySearchOptions ALL = new MemorySearchOptions(null, null);

  public MemorySearchOptions {
    Violations violations =
        new Violations()
            .check(
                maxSearchResults == null
                    || (maxSearchResults >= 1 && maxSearchResults <= SearchOptions.MAX_RESULTS),
                "$.maxSearchResults",
                "range",
                "must be from 1 to " + SearchOptions.MAX_RESULTS + ", was " + maxSearchResults);
    if (stores != null) {
      violations.noNulls(stores, "$.stores");
    }
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    stores = stores == null ? null : List.copyOf(stores);
  }

  public MemorySearchOptions withMaxSearchResults(@Nullable Integer maxSearchResults) {
    return new MemorySearchOptions(maxSearchResults, stores);
  }

  public MemorySearchOptions withStores(@Nullable List<String> stores) {
    return new MemorySearchOptions(maxSearchResults, stores);
  }
}
