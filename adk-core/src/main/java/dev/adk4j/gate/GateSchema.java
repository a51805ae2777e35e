package dev.adk4j.gate;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the value a gate is resolved with. Returns the value the waiter gets, which may be a
 * converted or completed one; throws when the value is not acceptable, and the gate stays open. May
 * be called on any thread.
 */
@FunctionalInterface
public interface GateSchema<T> {

  T validate(@Nullable Object value) throws Exception;

  /** Accepts instances of a type. */
  static <T> GateSchema<T> instanceOf(Class<T> type) {
    return value -> {
      if (!type.isInstance(value)) {
        String given = value == null ? "null" : value.getClass().getName();
        throw new IllegalArgumentException("expected a " + type.getName() + ", was " + given);
      }
      return type.cast(value);
    };
  }

  /**
   * Checks against a JSON Schema; the value may come as JSON, as a map, or as a record. The waiter
   * gets it as JSON, defaults filled in.
   */
  static GateSchema<JsonValue> json(JsonSchema schema) {
    return value -> JsonValue.of(schema.validate(JsonValue.of(value).node()));
  }

  /** Checks as {@link #json} does; the waiter gets the value as an instance of {@code type}. */
  static <T> GateSchema<T> typed(JsonSchema schema, Class<T> type) {
    GateSchema<JsonValue> checked = json(schema);
    return value -> {
      JsonValue json = checked.validate(value);
      try {
        return json.as(type);
      } catch (AdkException e) {
        throw new ValidationException(
            List.of(new Violation("$", "type", "cannot be read as " + type.getSimpleName())));
      }
    };
  }
}
