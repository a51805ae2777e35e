package dev.adk4j.memory;

import org.jspecify.annotations.Nullable;

/**
 * The tool a model searches memory with.
 *
 * @param description replaces what the tool says it is for; the list of stores follows all the same
 */
public record SearchToolConfig(boolean enabled, String name, @Nullable String description) {

  public static final String DEFAULT_NAME = "search_memory";
  public static final SearchToolConfig DEFAULT = new SearchToolConfig(true, DEFAULT_NAME, null);
  public static final SearchToolConfig OFF = new SearchToolConfig(false, DEFAULT_NAME, null);
}
