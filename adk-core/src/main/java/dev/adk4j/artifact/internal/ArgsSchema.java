package dev.adk4j.artifact.internal;

import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the JSON Schema of a query's arguments: an object that allows no other member. Not
 * thread-safe.
 */
public final class ArgsSchema {

  private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

  private final ObjectNode properties = Json.mapper().createObjectNode();
  private final ArrayNode required = Json.mapper().createArrayNode();

  /** Returns the schema of a query without arguments. */
  public static JsonValue none() {
    return new ArgsSchema().build();
  }

  private ObjectNode property(String name, String type, String description) {
    return properties.putObject(name).put("type", type).put("description", description);
  }

  /** Adds an optional integer within bounds, both inclusive. */
  public ArgsSchema integer(String name, long minimum, long maximum, String description) {
    property(name, "integer", description).put("minimum", minimum).put("maximum", maximum);
    return this;
  }

  /** Adds an optional 0-based index. */
  public ArgsSchema index(String name, String description) {
    return integer(name, 0, MAX_SAFE_INTEGER, description);
  }

  /** Adds an optional number of at least 1 with a default. */
  public ArgsSchema count(String name, long byDefault, String description) {
    property(name, "integer", description)
        .put("minimum", 1)
        .put("maximum", MAX_SAFE_INTEGER)
        .put("default", byDefault);
    return this;
  }

  /** Adds a required text of at least one character. */
  public ArgsSchema requiredText(String name, String description) {
    property(name, "string", description).put("minLength", 1);
    required.add(name);
    return this;
  }

  /** Adds an optional text. */
  public ArgsSchema text(String name, String description) {
    property(name, "string", description);
    return this;
  }

  /** Adds an optional text that matches a regular expression (ECMA-262). */
  public ArgsSchema pattern(String name, String pattern, String description) {
    property(name, "string", description).put("pattern", pattern);
    return this;
  }

  /** Adds a required text that is one of the values. */
  public ArgsSchema choice(String name, List<String> values, String description) {
    values.forEach(property(name, "string", description).putArray("enum")::add);
    required.add(name);
    return this;
  }

  /** Returns the schema. */
  public JsonValue build() {
    ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
    schema.set("properties", properties);
    schema.set("required", required);
    return JsonValue.of(schema.put("additionalProperties", false));
  }
}
