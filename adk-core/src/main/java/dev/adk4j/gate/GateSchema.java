package dev.adk4j.gate;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.value.JsonValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the value that a gate is resolved with. Returns the value for the waiter, which may be a
 * converted or completed one. Throws if the value is not acceptable; the gate then stays open. May
 * be called on any thread.
 */
@FunctionalInterface
public interface GateSchema<T> {

  T validate(@Nullable Object value) throws Exception;

  /**
   * Returns the JSON Schema of the accepted values, for code that asks a person for one; empty if
   * it is not known.
   */
  default Optional<JsonValue> jsonSchema() {
    return Optional.empty();
  }

  /** Returns the schema with a JSON Schema that describes the accepted values to people. */
  default GateSchema<T> described(JsonValue jsonSchema) {
    GateSchema<T> checking = this;
    return new GateSchema<>() {
      @Override
      public T validate(@Nullable Object value) throws Exception {
        return checking.validate(value);
      }

      @Override
      public Optional<JsonValue> jsonSchema() {
        return Optional.of(jsonSchema);
      }
    };
  }

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
   * Checks against a JSON Schema. The value may be JSON, a map, or a record. The waiter receives
   * JSON with defaults filled in.
   */
  static GateSchema<JsonValue> json(JsonSchema schema) {
    GateSchema<JsonValue> checking =
        value -> JsonValue.of(schema.validate(JsonValue.of(value).node()));
    return checking.described(schema.json());
  }

  /** Checks as {@link #json} does. The waiter receives an instance of {@code type}. */
  static <T> GateSchema<T> typed(JsonSchema schema, Class<T> type) {
    GateSchema<JsonValue> checked = json(schema);
    GateSchema<T> reading =
        value -> {
          JsonValue json = checked.validate(value);
          try {
            return json.as(type);
          } catch (AdkException e) {
            throw new ValidationException("$", "type", "cannot be read as " + type.getSimpleName());
          }
        };
    return reading.described(schema.json());
  }
}
