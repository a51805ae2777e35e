package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.store.SearchOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of one search.
 *
 * @param maxSearchResults limit for each store, at least 1; null for the store's limit, or 3 if it
 *     has none
 * @param stores stores to search, in this order; null for all, empty for none
 */
public record MemorySearchOptions(
    @Nullable Integer maxSearchResults, @Nullable List<String> stores) {

  /** All stores, each with its own limit. */
  public static final MemorySearchOptions ALL = new MemorySearchOptions(null, null);

  public MemorySearchOptions {
    new SearchOptions(maxSearchResults, null); // checks the range
    if (stores != null) {
      new Violations().noNulls(stores, "$.stores").throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      stores = List.copyOf(stores);
    }
  }

  public MemorySearchOptions withMaxSearchResults(@Nullable Integer maxSearchResults) {
    return new MemorySearchOptions(maxSearchResults, stores);
  }

  public MemorySearchOptions withStores(@Nullable List<String> stores) {
    return new MemorySearchOptions(maxSearchResults, stores);
  }
}
