package dev.adk4j.primitive;

import dev.adk4j.token.Tokenizable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Helper methods for building JSON trees. */
final class Trees {

  private Trees() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static JsonNode text(String text) {
    return JsonNodeFactory.instance.stringNode(text);
  }

  /** Omits the member if there is no text. */
  static void put(ObjectNode json, String name, @Nullable String text) {
    if (text != null) {
      json.put(name, text);
    }
  }

  /** Writes a dynamic text as its value without a context; omits the member if there is none. */
  static void put(ObjectNode json, String name, @Nullable Tokenizable text) {
    if (text != null) {
      json.put(name, text.value());
    }
  }

  static void put(ObjectNode json, String name, Instant at) {
    json.put(name, Instants.format(at));
  }
}
