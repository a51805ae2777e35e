package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the accepted forms of a call's arguments: an object, or JSON text of one. */
final class ToolArgs {

  private static final JsonValue NONE = JsonValue.of(Map.of());

  private ToolArgs() {}

  static JsonValue required(Checks in, String name, @Nullable Object value) {
    String accepted = "a JSON object, or text that parses to one";
    return in.form(name, value, ToolArgs::of, NONE, accepted);
  }

  private static @Nullable JsonValue of(Object value) {
    JsonValue args =
        switch (value) {
          case JsonValue json -> json;
          case JsonNode node -> JsonValue.of(node);
          case Map<?, ?> map -> JsonValue.of((Object) map);
          case String text -> JsonValue.parse(text);
          default -> null;
        };
    if (args != null && !args.isObject()) {
      new Violations()
          .add("$", "type", "must be a JSON object")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
    return args;
  }
}
