package dev.adk4j.tool;

import dev.adk4j.error.Violations;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.value.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Parses {@link ToolParam#defaultValue()}: plain for a text or a constant, otherwise JSON. */
final class ToolDefaults {

  private ToolDefaults() {}

  /**
   * Returns null after adding a violation, if the text is not JSON or its value does not match the
   * type.
   */
  static @Nullable JsonNode read(
      String text, JavaType type, String path, String what, Violations violations) {
    JsonNode node;
    try {
      node = node(text, type);
    } catch (JacksonException e) {
      violations.add(path, "default", what + " has a default that is not JSON");
      return null;
    }
    Violations found = new Violations();
    ToolJson.tryBind(node, type, path, found);
    found
        .found()
        .forEach(v -> violations.add(path, "default", what + " has a default that " + v.message()));
    return found.isEmpty() ? node : null;
  }

  /** Throws a {@link JacksonException} if the text must be JSON and is not. */
  static JsonNode node(String text, JavaType type) {
    JavaType held = type.isReferenceType() ? type.getReferencedType() : type;
    Class<?> raw = held.getRawClass();
    if (CharSequence.class.isAssignableFrom(raw)
        || raw == char.class
        || raw == Character.class
        || raw == char[].class
        || raw == byte[].class
        || JsonBinding.isText(raw)) {
      return StringNode.valueOf(text);
    }
    if (raw.isEnum()) {
      return constant(text, raw);
    }
    try {
      return Json.read(text);
    } catch (JacksonException e) {
      if (raw == Object.class || raw == JsonNode.class) {
        return StringNode.valueOf(text);
      }
      throw e;
    }
  }

  /** Returns the constant in its JSON form; the text may be that form or the constant's name. */
  private static JsonNode constant(String text, Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      JsonNode json = ToolJson.MAPPER.valueToTree(constant);
      if (json.asString().equals(text) || ((Enum<?>) constant).name().equals(text)) {
        return json;
      }
    }
    return StringNode.valueOf(text);
  }
}
