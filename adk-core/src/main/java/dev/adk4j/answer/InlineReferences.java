package dev.adk4j.answer;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rewrites a schema so that it needs no definitions: a recursive type is described at its first
 * occurrence, and later references point there. For tools, whose definitions are lost on the way to
 * some providers. For single use.
 */
final class InlineReferences {

  private static final String DEFINITION = "#/$defs/";

  private final JsonNode definitions;
  private final Map<String, String> places = new HashMap<>();

  private InlineReferences(JsonNode definitions) {
    this.definitions = definitions;
  }

  static JsonNode of(JsonNode given) {
    ObjectNode root = (ObjectNode) given.deepCopy();
    JsonNode definitions = root.remove("$defs");
    if (definitions != null) {
      InlineReferences references = new InlineReferences(definitions);
      definitions
          .properties()
          .forEach(
              definition -> {
                if (definition.getValue().equals(root)) {
                  references.places.put(definition.getKey(), "#");
                }
              });
      references.inside(root, "#");
    }
    return root;
  }

  private void inside(JsonNode schema, String place) {
    if (schema.path("$ref").isString()) {
      refer((ObjectNode) schema, place);
      return;
    }
    schema
        .path("properties")
        .properties()
        .forEach(p -> inside(p.getValue(), place + "/properties/" + token(p.getKey())));
    if (schema.has("items")) {
      inside(schema.get("items"), place + "/items");
    }
    for (int i = 0; i < schema.path("anyOf").size(); i++) {
      inside(schema.get("anyOf").get(i), place + "/anyOf/" + i);
    }
  }

  private void refer(ObjectNode reference, String place) {
    String name = reference.get("$ref").stringValue().substring(DEFINITION.length());
    String first = places.putIfAbsent(name, place);
    if (first != null) {
      reference.put("$ref", first);
      return;
    }
    reference.remove("$ref");
    reference.setAll((ObjectNode) definitions.get(name).deepCopy());
    inside(reference, place);
  }

  private static String token(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
