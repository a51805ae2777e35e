package dev.adk4j.web.internal.agui;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Allowed tools that a client runs itself.
 *
 * @param allowed names of the tools; one that ends with {@code *} is a prefix; none if empty
 * @param atMost maximum time that a call waits for its result
 */
public record ClientTools(List<String> allowed, Duration atMost) {

  private static final int MOST = 32;
  private static final int LONGEST_DESCRIPTION = 2_000;
  private static final int LONGEST_SCHEMA = 16_000;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final JsonValue NO_ARGUMENTS =
      JsonValue.of(Map.of("type", "object", "properties", Map.of()));

  boolean areAllowed() {
    return !allowed.isEmpty();
  }

  /**
   * Returns the client's allowed tools; others are ignored.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if there are too many tools, one is too
   *     large, or a schema is invalid
   */
  List<Tool.Description> of(JsonNode declared) {
    List<Tool.Description> tools = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Violations violations = new Violations();
    for (JsonNode tool : declared) {
      String name = tool.path("name").asString("");
      if (isAllowed(name)) {
        check(violations, tool, name, names.add(name));
        tools.add(description(violations, tool, name));
      }
    }
    violations
        .check(tools.size() <= MOST, "$.tools", "size", "must have at most " + MOST)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return tools;
  }

  private boolean isAllowed(String name) {
    return allowed.stream()
        .anyMatch(
            each ->
                each.endsWith("*")
                    ? name.startsWith(each.substring(0, each.length() - 1))
                    : name.equals(each));
  }

  private static void check(Violations violations, JsonNode tool, String name, boolean isFirst) {
    violations
        .check(
            NAME.matcher(name).matches(),
            "$.tools[].name",
            "value",
            "must have 1 to 64 letters, digits, _ and -")
        .check(isFirst, "$.tools[].name", "unique", "must not occur twice")
        .check(
            tool.path("description").asString("").length() <= LONGEST_DESCRIPTION,
            "$.tools[].description",
            "length",
            "must have at most " + LONGEST_DESCRIPTION + " characters")
        .check(
            tool.path("parameters").toString().length() <= LONGEST_SCHEMA,
            "$.tools[].parameters",
            "length",
            "must have at most " + LONGEST_SCHEMA + " characters");
  }

  private static Tool.Description description(Violations violations, JsonNode tool, String name) {
    JsonNode parameters = tool.path("parameters");
    JsonValue schema = parameters.isObject() ? JsonValue.of(parameters) : NO_ARGUMENTS;
    if (parameters.toString().length() <= LONGEST_SCHEMA) {
      try {
        ToolSchema.verbatim(schema);
      } catch (AdkException e) {
        violations.add("$.tools[].parameters", "schema", "must be the JSON Schema of an object");
      }
    }
    String description = tool.path("description").asString("");
    return new Tool.Description(name, description.isBlank() ? name : description, schema);
  }
}
