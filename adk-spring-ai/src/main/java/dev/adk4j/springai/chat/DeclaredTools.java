package dev.adk4j.springai.chat;

import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects the tools that a request declares. */
final class DeclaredTools {

  /** Parsed, because the order of map entries differs between processes. */
  private static final JsonValue NO_ARGUMENTS =
      JsonValue.parse("{\"type\":\"object\",\"properties\":{}}");

  private DeclaredTools() {}

  /**
   * Returns the visible tools and, if the provider requires it, the tools of past calls, even if
   * they are hidden or removed.
   */
  static List<Tool.Description> of(AssembledPrompt prompt, ProviderDialect dialect) {
    if (!dialect.declaresToolsOfHistory()) {
      return prompt.tools();
    }
    Map<String, Tool.Description> byName = new LinkedHashMap<>();
    prompt.tools().forEach(tool -> byName.put(tool.name(), tool));
    for (PromptEntry entry : prompt.entries()) {
      if (entry instanceof PromptEntry.ToolExchange exchange) {
        byName.computeIfAbsent(exchange.tool(), name -> past(exchange));
      }
    }
    return new ArrayList<>(byName.values());
  }

  private static Tool.Description past(PromptEntry.ToolExchange exchange) {
    return exchange.declaration() != null
        ? exchange.declaration()
        : new Tool.Description(exchange.tool(), "No longer available.", NO_ARGUMENTS);
  }
}
