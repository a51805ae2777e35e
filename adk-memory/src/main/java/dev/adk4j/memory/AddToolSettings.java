package dev.adk4j.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the tool with which a model writes to memory.
 *
 * @param description replaces the introduction of the tool's description; the list of stores
 *     follows
 * @param stores stores that the tool may write to; null for all that accept facts; an empty list is
 *     an error
 * @param waitForWrites true to respond after the writes; false to respond immediately and log
 *     failures
 */
public record AddToolSettings(
    boolean enabled,
    String name,
    @Nullable String description,
    @Nullable List<String> stores,
    boolean waitForWrites) {

  /** Default name of the tool. */
  public static final String DEFAULT_NAME = "add_memory";

  /** Disables the tool; the default. */
  public static final AddToolSettings OFF =
      new AddToolSettings(false, DEFAULT_NAME, null, null, true);

  /** Enables the tool for all stores that accept facts, with waiting for the writes. */
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
