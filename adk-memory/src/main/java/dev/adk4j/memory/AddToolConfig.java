package dev.adk4j.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tool a model writes memory with.
 *
 * @param description replaces what the tool says it is for; the list of stores follows all the same
 * @param stores the stores it may write to; null for all that can, empty is an error
 * @param waitForWrites whether the tool answers only when the stores have it; otherwise failures
 *     are only logged
 */
public record AddToolConfig(
    boolean enabled,
    String name,
    @Nullable String description,
    @Nullable List<String> stores,
    boolean waitForWrites) {

  public static final String DEFAULT_NAME = "add_memory";

  /** No model writes memory unless somebody says so. */
  public static final AddToolConfig OFF = new AddToolConfig(false, DEFAULT_NAME, null, null, true);

  /** Over all stores that can, waiting for the writes. */
  public static final AddToolConfig ON = new AddToolConfig(true, DEFAULT_NAME, null, null, true);

  public AddToolConfig {
    stores = stores == null ? null : List.copyOf(stores);
  }

  public AddToolConfig withStores(@Nullable List<String> stores) {
    return new AddToolConfig(enabled, name, description, stores, waitForWrites);
  }

  public AddToolConfig withWaitForWrites(boolean waitForWrites) {
    return new AddToolConfig(enabled, name, description, stores, waitForWrites);
  }
}
