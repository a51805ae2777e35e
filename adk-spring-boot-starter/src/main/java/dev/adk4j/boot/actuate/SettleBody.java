package dev.adk4j.boot.actuate;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.WebErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Bodies of operations as the actuator binds them. The actuator binds only text members, so the
 * value is passed as JSON text with all of its digits.
 */
final class SettleBody {

  private static final String VALUE = "value";
  private static final Set<String> TEXTS = Set.of("decision", "reason");

  private static final Set<String> OPERATION = Set.of("operation", "tenant");

  private SettleBody() {}

  static JsonValue texts(JsonValue body) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : body.node().properties()) {
      JsonNode given = member.getValue();
      if (member.getKey().equals(VALUE)) {
        texts.put(VALUE, JsonValue.of(given).text());
      } else if (TEXTS.contains(member.getKey()) && given.isString()) {
        texts.put(member.getKey(), given.asString());
      } else if (!TEXTS.contains(member.getKey()) || !given.isNull()) {
        throw new AdkException(
            WebErrorCode.E_INPUT_UNREADABLE,
            "The body accepts the texts decision and reason, and a value; '"
                + member.getKey()
                + "' is not one of them.");
      }
    }
    return JsonValue.of(texts);
  }

  /** Returns the body of an operation on a turn. */
  static JsonValue operation(JsonValue body) {
    for (Map.Entry<String, JsonNode> member : body.node().properties()) {
      boolean known = OPERATION.contains(member.getKey());
      if (!known || !(member.getValue().isString() || member.getValue().isNull())) {
        throw new AdkException(
            WebErrorCode.E_INPUT_UNREADABLE,
            "The body accepts only the texts operation and tenant.");
      }
    }
    return body;
  }
}
