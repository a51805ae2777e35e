package dev.adk4j.loop;

import dev.adk4j.value.Registry;
import tools.jackson.databind.JsonNode;

/** What a tool does. Shared by concurrent turns. */
@FunctionalInterface
public interface ToolHandler {

  /**
   * @param args validated, defaults filled in; the handler's own copy
   * @param meta the tool's own, read-only by convention
   */
  ToolOutput handle(JsonNode args, DispatchContext ctx, Registry meta) throws Exception;
}
