package dev.adk4j.tool;

import dev.adk4j.error.Violations;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.value.Json;
import java.lang.reflect.Type;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Converts between Java values and a tool's JSON. */
final class ToolJson {

  static final JsonMapper MAPPER = Json.mapper();

  private ToolJson() {}

  static JavaType type(Type type) {
    return MAPPER.constructType(type);
  }

  static <T> T bind(JsonNode args, JavaType type) {
    return JsonBinding.bind(MAPPER, args, type);
  }

  /** Adds a violation if the value matches the schema but not the type. */
  static void tryBind(JsonNode value, JavaType type, String path, Violations violations) {
    try {
      bind(value, type);
    } catch (JacksonException e) {
      violations.add(JsonBinding.path(path, e), "type", JsonBinding.reason(e, type));
    }
  }
}
