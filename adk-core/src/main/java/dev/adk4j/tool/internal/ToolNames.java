package dev.adk4j.tool.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Matches tools by configured names. An entry is a name, which must match a tool; a pattern with
 * {@code *} for any characters, such as {@code mcp_*}; or either of them after {@code optional:}.
 * Patterns and optional entries are for tools that register after startup, such as an MCP server's.
 * Immutable.
 */
public final class ToolNames {

  private static final String OPTIONAL = "optional:";

  private final Map<String, Predicate<String>> entries;

  private ToolNames(Map<String, Predicate<String>> entries) {
    this.entries = entries;
  }

  /**
   * Parses the entries.
   *
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} if there is none, or an empty
   *     one
   */
  public static ToolNames of(Collection<String> entries) {
    Violations violations = new Violations();
    violations.check(!entries.isEmpty(), "$.names", "empty", "must name at least one tool");
    violations.check(
        entries.stream().map(ToolNames::name).noneMatch(String::isEmpty),
        "$.names",
        "empty",
        "must not contain an empty name");
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    Map<String, Predicate<String>> read = new LinkedHashMap<>();
    entries.forEach(entry -> read.put(entry, predicate(name(entry))));
    return new ToolNames(read);
  }

  /** Returns true if an entry matches the tool. */
  public boolean contains(String tool) {
    return entries.values().stream().anyMatch(entry -> entry.test(tool));
  }

  /** Returns the entries, as given, that match none of the tools. */
  public List<String> unmatched(Collection<String> tools) {
    return entries.entrySet().stream()
        .filter(entry -> tools.stream().noneMatch(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the unmatched entries that are neither a pattern nor optional. */
  public List<String> missing(Collection<String> tools) {
    return unmatched(tools).stream()
        .filter(entry -> !entry.startsWith(OPTIONAL) && !entry.contains("*"))
        .toList();
  }

  private static String name(String entry) {
    return (entry.startsWith(OPTIONAL) ? entry.substring(OPTIONAL.length()) : entry).strip();
  }

  /** Finds the parts between the stars in sequence, in time linear in the length of the name. */
  private static Predicate<String> predicate(String name) {
    if (!name.contains("*")) {
      return name::equals;
    }
    List<String> parts = Arrays.asList(name.split("\\*", -1));
    String first = parts.getFirst();
    String last = parts.getLast();
    List<String> inner = parts.subList(1, parts.size() - 1);
    return tool -> {
      if (tool.length() < first.length() + last.length()
          || !tool.startsWith(first)
          || !tool.endsWith(last)) {
        return false;
      }
      int at = first.length();
      int end = tool.length() - last.length();
      for (String part : inner) {
        int found = tool.indexOf(part, at);
        if (found < 0 || found + part.length() > end) {
          return false;
        }
        at = found + part.length();
      }
      return true;
    };
  }
}
