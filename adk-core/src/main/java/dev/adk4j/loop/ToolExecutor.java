package dev.adk4j.loop;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tool bound to a dispatch; may be used for many calls, also concurrently. */
@FunctionalInterface
public interface ToolExecutor {

  /**
   * Validates the arguments, runs the handler between the two tool execution events and returns
   * what it returned.
   *
   * @param args null counts as an empty object
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_TOOL_ARGS}, with no event, or {@code
   *     E_TOOL_DOWNSTREAM_ERROR}
   */
  ToolOutput execute(@Nullable JsonNode args);
}
