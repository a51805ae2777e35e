package dev.adk4j.memory;

import dev.adk4j.memory.store.ExtractionConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a deployment says about a store against what the store says itself; null leaves it as it is.
 *
 * @param writable may only turn writing off
 * @param extract false turns extraction off; true turns it on, with the store's config or the
 *     default one
 * @param extraction replaces the store's config and turns extraction on
 */
public record StoreOverrides(
    @Nullable String description,
    @Nullable Integer maxSearchResults,
    @Nullable Boolean writable,
    @Nullable Boolean extract,
    @Nullable ExtractionConfig extraction) {

  public static final StoreOverrides NONE = new StoreOverrides(null, null, null, null, null);

  public StoreOverrides withDescription(@Nullable String description) {
    return new StoreOverrides(description, maxSearchResults, writable, extract, extraction);
  }

  public StoreOverrides withMaxSearchResults(@Nullable Integer maxSearchResults) {
    return new StoreOverrides(description, maxSearchResults, writable, extract, extraction);
  }

  public StoreOverrides withWritable(@Nullable Boolean writable) {
    return new StoreOverrides(description, maxSearchResults, writable, extract, extraction);
  }

  public StoreOverrides withExtract(@Nullable Boolean extract) {
    return new StoreOverrides(description, maxSearchResults, writable, extract, extraction);
  }

  public StoreOverrides withExtraction(@Nullable ExtractionConfig extraction) {
    return new StoreOverrides(description, maxSearchResults, writable, extract, extraction);
  }
}
