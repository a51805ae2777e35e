package dev.adk4j.gate;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Gate schemas that check resolutions against a JSON Schema: the decision may come as JSON, as a
 * map, or as a record.
 */
public final class GateSchemas {

  private GateSchemas() {}

  /** The waiter gets the value as JSON, defaults filled in. */
  public static GateSchema<JsonValue> json(JsonSchema schema) {
    return value -> JsonValue.of(check(schema, value));
  }

  /** The waiter gets the value, defaults filled in, as an instance of {@code type}. */
  public static <T> GateSchema<T> typed(JsonSchema schema, Class<T> type) {
    return value -> {
      JsonNode checked = check(schema, value);
      try {
        return JsonValue.of(checked).as(type);
      } catch (AdkException e) {
        throw refused("cannot be read as " + type.getSimpleName());
      }
    };
  }

  private static JsonNode check(JsonSchema schema, @Nullable Object value) {
    JsonNode json;
    try {
      json = JsonValue.of(value).node();
    } catch (AdkException e) {
      throw e instanceof ValidationException known ? known : refused("cannot be written as JSON");
    }
    return schema.validate(json);
  }

  private static ValidationException refused(String reason) {
    return new ValidationException(List.of(new Violation("$", "type", reason)));
  }
}
