package dev.adk4j.memory;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the tool with which a model searches memory.
 *
 * @param description replaces the introduction of the tool's description; the list of stores
 *     follows
 */
public record SearchToolSettings(boolean enabled, String name, @Nullable String description) {

  /** Default name of the tool. */
  public static final String DEFAULT_NAME = "search_memory";

  /** Enables the tool with its default name and description. */
  public static final SearchToolSettings ON = new SearchToolSettings(true, DEFAULT_NAME, null);

  /** Disables the tool. */
  public static final SearchToolSettings OFF = new SearchToolSettings(false, DEFAULT_NAME, null);
}
