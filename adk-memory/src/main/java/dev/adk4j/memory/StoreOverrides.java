package dev.adk4j.memory;

import dev.adk4j.memory.store.StoreExtractionSettings;
import org.jspecify.annotations.Nullable;

/**
 * Overrides of a store's own settings by a deployment. Null keeps the store's setting.
 *
 * @param writable false disables writes; true is allowed only if the store is writable
 * @param extract false disables extraction; true enables it, with the store's settings or the
 *     defaults
 * @param extraction replaces the store's settings and enables extraction
 */
public record StoreOverrides(
    @Nullable String description,
    @Nullable Integer maxSearchResults,
    @Nullable Boolean writable,
    @Nullable Boolean extract,
    @Nullable StoreExtractionSettings extraction) {

  /** Keeps all of the store's settings. */
  public static final StoreOverrides NONE = new StoreOverrides(null, null, null, null, null);
}
