package dev.adk4j.primitive;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violation;
import dev.adk4j.value.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the entries of a map or of a JSON object into a builder's fields. Each method converts one
 * field; it returns null for an absent field and, with a violation, for an invalid one. Fields that
 * were not read are unknown.
 */
final class Fields extends Checks {

  /** The fields that were not read yet. */
  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  private Fields(ErrorCode code, Decoding decoding) {
    super(code, decoding);
  }

  /** Returns the entries of a map or of a JSON object; rejects any other value immediately. */
  static Fields of(ErrorCode code, @Nullable Object source, Decoding decoding) {
    Fields fields = new Fields(code, decoding);
    switch (source) {
      case JsonValue json when json.isObject() -> fields.fill(json.node());
      case JsonNode node when node.isObject() -> fields.fill(node);
      case Map<?, ?> map -> {
        try {
          map.forEach(fields::fill);
        } catch (RuntimeException e) {
          throw new AdkException(code, code.meaning() + " The map could not be read.", e);
        }
      }
      case null, default -> {
        fields.fail("", "type", "must be an object");
        fields.done();
      }
    }
    return fields;
  }

  private void fill(JsonNode node) {
    node.properties().forEach(e -> values.put(e.getKey(), e.getValue()));
  }

  private void fill(@Nullable Object key, @Nullable Object value) {
    if (key instanceof String name) {
      values.put(name, value);
    } else {
      fail("", "key", "has a key that is not text");
    }
  }

  /** Throws all violations, including unknown fields. */
  @Override
  void done() {
    for (String name : unread()) {
      violations.add(Violation.member("$", name), "unknown", "is not a known field");
    }
    super.done();
  }

  List<String> unread() {
    return List.copyOf(values.keySet());
  }

  /** Adds a violation for an absent field that was not read yet; null counts as a value. */
  void requirePresent(String name) {
    check(values.containsKey(name), name, "required", "is required");
  }

  /** Reads the value, with scalars as Java types; null if it is absent, null, or the JSON null. */
  @Nullable Object raw(String name) {
    return Untyped.plain(values.remove(name));
  }

  /** Returns the value of a field that must not be null. */
  @Nullable Object given(String name) {
    boolean present = values.containsKey(name);
    Object value = raw(name);
    check(
        value != null || !present,
        name,
        "null",
        "must not be null; omit an optional field instead");
    return value;
  }

  @Nullable String text(String name) {
    Object value = given(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    fail(name, "type", "must be text");
    return null;
  }

  String requiredText(String name) {
    return text(name, text(name));
  }

  <E extends Enum<E> & Wire> @Nullable E constant(String name, Class<E> type) {
    Object value = given(name);
    E constant =
        type.isInstance(value)
            ? type.cast(value)
            : value instanceof String wire ? Wire.find(type, wire) : null;
    check(value == null || constant != null, name, "enum", Wire.mustBe(type));
    return constant;
  }

  @Nullable Double number(String name) {
    Object value = given(name);
    Double number = Untyped.number(value);
    check(value == null || number != null, name, "type", "must be a number");
    return number;
  }

  @Nullable Boolean flag(String name) {
    Object value = given(name);
    Boolean flag = value == null ? null : Untyped.flag(value);
    check(value == null || flag != null, name, "type", "must be true or false");
    return flag;
  }
}
