package dev.adk4j.springai.wire;

import dev.adk4j.answer.AnswerType;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What Spring AI's Gemini model leaves of a schema: types in capitals, objects not closed. */
final class GeminiSchema {

  private GeminiSchema() {}

  static JsonNode of(AnswerType<?> type) {
    return strict(type.schema().node());
  }

  /** The same in one way of writing. */
  static JsonNode strict(JsonNode schema) {
    JsonNode copy = schema.deepCopy();
    write(copy);
    return copy;
  }

  private static void write(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      if (object.path("type").isString()) {
        object.put("type", object.get("type").stringValue().toUpperCase(Locale.ROOT));
      }
      object.remove("additionalProperties");
      object.remove("propertyOrdering");
      object.path("properties").forEach(GeminiSchema::write);
      object.path("anyOf").forEach(GeminiSchema::write);
      write(object.path("items"));
      if (object.get("required") instanceof ArrayNode required && required.isEmpty()) {
        object.remove("required");
      }
    }
  }
}
