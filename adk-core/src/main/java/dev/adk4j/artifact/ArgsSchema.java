package dev.adk4j.artifact;

import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the JSON Schema of a query's arguments. */
final class ArgsSchema {

  private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

  private final ObjectNode properties = Json.mapper().createObjectNode();
  private final ArrayNode required = Json.mapper().createArrayNode();

  static JsonValue none() {
    return new ArgsSchema().build();
  }

  ObjectNode property(String name, String type, String description) {
    return properties.putObject(name).put("type", type).put("description", description);
  }

  ArgsSchema integer(String name, long minimum, long maximum, String description) {
    property(name, "integer", description).put("minimum", minimum).put("maximum", maximum);
    return this;
  }

  ArgsSchema index(String name, String description) {
    return integer(name, 0, MAX_SAFE_INTEGER, description);
  }

  ArgsSchema count(String name, long byDefault, String description) {
    property(name, "integer", description)
        .put("minimum", 1)
        .put("maximum", MAX_SAFE_INTEGER)
        .put("default", byDefault);
    return this;
  }

  ArgsSchema requiredText(String name, String description) {
    property(name, "string", description).put("minLength", 1);
    required.add(name);
    return this;
  }

  ArgsSchema text(String name, String description) {
    property(name, "string", description);
    return this;
  }

  ArgsSchema pattern(String name, String pattern, String description) {
    property(name, "string", description).put("pattern", pattern);
    return this;
  }

  ArgsSchema choice(String name, List<String> values, String description) {
    values.forEach(property(name, "string", description).putArray("enum")::add);
    required.add(name);
    return this;
  }

  JsonValue build() {
    ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
    schema.set("properties", properties);
    schema.set("required", required);
    return JsonValue.of(schema.put("additionalProperties", false));
  }
}
