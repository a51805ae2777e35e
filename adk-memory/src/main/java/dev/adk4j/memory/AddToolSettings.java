package dev.adk4j.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the tool with which a model writes memory.
 *
 * @param description replaces the introduction of the tool's description; the list of stores
 *     follows
 * @param stores the stores it may write to; null for all that take facts, empty is an error
 * @param waitForWrites true to answer after the writes; false to answer at once and log failures
 */
public record AddToolSettings(
    boolean enabled,
    String name,
    @Nullable String description,
    @Nullable List<String> stores,
    boolean waitForWrites) {

  /** Default name of the tool. */
  public static final String DEFAULT_NAME = "add_memory";

  /** No tool; the default. */
  public static final AddToolSettings OFF =
      new AddToolSettings(false, DEFAULT_NAME, null, null, true);

  /** The tool over all stores that take facts, waiting for the writes. */
  public static final AddToolSettings ON =
      new AddToolSettings(true, DEFAULT_NAME, null, null, true);

  public AddToolSettings {
    stores = stores == null ? null : List.copyOf(stores);
  }

  public AddToolSettings withStores(@Nullable List<String> stores) {
    return new AddToolSettings(enabled, name, description, stores, waitForWrites);
  }

  public AddToolSettings withWaitForWrites(boolean waitForWrites) {
    return new AddToolSettings(enabled, name, description, stores, waitForWrites);
  }
}
