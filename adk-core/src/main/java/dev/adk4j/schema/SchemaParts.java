package dev.adk4j.schema;

import dev.adk4j.error.Violation;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Knows the keywords of a schema that hold other schemas. */
final class SchemaParts {

  /** Keywords that hold schemas by name, such as those of properties. */
  static final Set<String> NAMED =
      Set.of(
          "properties",
          "patternProperties",
          "dependentSchemas",
          "dependencies",
          "$defs",
          "definitions");

  /** Keywords that hold one schema, or a list of them. */
  private static final Pattern PARTS =
      Pattern.compile(
          "(prefixI|unevaluatedI|additionalI|i)tems|(unevaluated|additional)Properties|contains"
              + "|contentSchema|propertyNames|allOf|anyOf|oneOf|not|if|then|else");

  private SchemaParts() {}

  /** Visits each part that is an object, with the member names and the index that lead to it. */
  static void forEach(JsonNode schema, BiConsumer<ObjectNode, Object[]> action) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      String keyword = member.getKey();
      JsonNode held = member.getValue();
      if (NAMED.contains(keyword)) {
        held.properties().forEach(e -> visit(e.getValue(), action, keyword, e.getKey()));
      } else if (PARTS.matcher(keyword).matches()) {
        visit(held, action, keyword);
        for (int i = 0; held.isArray() && i < held.size(); i++) {
          visit(held.get(i), action, keyword, i);
        }
      }
    }
  }

  private static void visit(
      JsonNode part, BiConsumer<ObjectNode, Object[]> action, Object... steps) {
    if (part instanceof ObjectNode schema) {
      action.accept(schema, steps);
    }
  }

  /** Returns the path of a part below the path of its schema. */
  static String path(String path, Object... steps) {
    String at = path;
    for (Object step : steps) {
      at =
          step instanceof Integer index
              ? Violation.element(at, index)
              : Violation.member(at, String.valueOf(step));
    }
    return at;
  }
}
