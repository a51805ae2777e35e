package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of gates as JSON, and back. */
final class Jsons {

  private Jsons() {}

  /** Null where it is no JSON. */
  static @Nullable JsonValue orNull(@Nullable Object value) {
    try {
      return JsonValue.of(value);
    } catch (RuntimeException notJson) {
      return null;
    }
  }

  /** Says what it was where it is no JSON. */
  static JsonValue orClass(@Nullable Object value) {
    JsonValue json = orNull(value);
    return json == null && value != null
        ? JsonValue.of(Map.of("notJson", value.getClass().getName()))
        : json == null ? JsonValue.NULL : json;
  }

  /** Maps, lists, texts, numbers, booleans, null. */
  static @Nullable Object plain(@Nullable JsonValue value) {
    return value == null || value.isNull() ? null : value.as(Object.class);
  }
}
