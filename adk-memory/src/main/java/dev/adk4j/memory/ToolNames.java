package dev.adk4j.memory;

import dev.adk4j.loop.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What tools of memory may be called. */
final class ToolNames {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private ToolNames() {}

  static void check(String name) {
    if (!NAME.matcher(name).matches()) {
      throw StoreRegistry.invalid(
          "the tool name '" + name + "' must be 1 to 64 letters, digits, underscores and hyphens");
    }
  }

  /** Names that differ only by a hyphen for an underscore clash too: some models mix them up. */
  static void requireUnique(List<Tool> tools) {
    Map<String, String> seen = new LinkedHashMap<>();
    for (Tool tool : tools) {
      String other = seen.putIfAbsent(tool.name().replace('-', '_'), tool.name());
      if (other != null) {
        throw StoreRegistry.invalid(
            "the tools '" + other + "' and '" + tool.name() + "' have the same name");
      }
    }
  }
}
