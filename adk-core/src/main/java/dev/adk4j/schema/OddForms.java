package dev.adk4j.schema;

import dev.adk4j.value.Json;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Normalizes schemas of third-party generators that are not valid JSON Schema but have only one
 * possible meaning. Leaves all other errors to {@link SchemaRules}, which rejects them.
 */
final class OddForms {

  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "string", "integer");

  /** Keywords that hold schemas by name, such as those of properties. */
  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

  private static final Pattern SIZE =
      Pattern.compile("(min|max)(imum|Length|Items|Properties)|exclusiveM(in|ax)imum|multipleOf");

  private static final Set<String> LISTED = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

  private static final Set<String> SINGLE =
      Set.of(
          "items",
          "additionalProperties",
          "unevaluatedProperties",
          "unevaluatedItems",
          "contains",
          "propertyNames",
          "not",
          "if",
          "then",
          "else");

  private OddForms() {}

  /** Normalizes the schema of a tool's arguments, which are always an object. */
  static void readArguments(ObjectNode schema) {
    schema.remove("nullable");
    dropAbsent(schema);
    JsonNode type = schema.path("type");
    if (type.isMissingNode() || type.isArray() && holds(type, "object")) {
      schema.put("type", "object");
    }
    read(schema);
  }

  private static boolean holds(JsonNode array, String text) {
    return array.valueStream().anyMatch(one -> text.equals(one.stringValue(null)));
  }

  private static void read(ObjectNode schema) {
    dropAbsent(schema);
    schema.properties().forEach(member -> member.setValue(form(schema, member)));
    type(schema);
    limit(schema, "exclusiveMinimum", "minimum");
    limit(schema, "exclusiveMaximum", "maximum");
    // Languages with only one empty container write {} as [] and vice versa.
    for (String keyword : NAMED) {
      if (schema.path(keyword).isArray() && schema.path(keyword).isEmpty()) {
        schema.putObject(keyword);
      }
    }
    if (schema.path("items").isArray() && !schema.has("$schema") && !schema.has("prefixItems")) {
      schema.set("prefixItems", schema.remove("items"));
    }
    required(schema);
    forEachPart(schema, OddForms::read);
    nullable(schema);
  }

  /** Removes members without a meaning that serializers and generators write. */
  private static void dropAbsent(ObjectNode schema) {
    String data = schema.has("type") ? "(default|example).*" : "(default|example).*|const";
    schema
        .properties()
        .removeIf(
            member ->
                member.getValue().isNull() && !member.getKey().matches(data)
                    || isEmpty(member.getKey(), member.getValue()));
  }

  private static boolean isEmpty(String keyword, JsonNode value) {
    return switch (keyword) {
      case "type" -> value.isString() && value.stringValue().matches("(?i)\\s*(any)?\\s*");
      case "enum" -> value.isArray() && value.isEmpty();
      case "$schema" -> value.stringValue("-").isBlank();
      default -> false;
    };
  }

  /**
   * Reads numbers and booleans in quotes, and annotations of another type, which do not restrict.
   */
  private static JsonNode form(ObjectNode schema, Map.Entry<String, JsonNode> member) {
    JsonNode value = member.getValue();
    return switch (member.getKey()) {
      case String size when SIZE.matcher(size).matches() -> quoted(value, JsonNode::isNumber);
      case "deprecated",
          "readOnly",
          "writeOnly",
          "uniqueItems",
          "items",
          "additionalProperties",
          "unevaluatedProperties",
          "unevaluatedItems" ->
          quoted(value, JsonNode::isBoolean);
      case "examples" -> value.isArray() ? value : schema.arrayNode().add(value);
      case "title", "description", "$comment" ->
          schema.stringNode(
              value.isArray()
                  ? String.join(" ", value.valueStream().map(JsonNode::asString).toList())
                  : value.isContainer() ? value.toString() : value.asString());
      case "$schema" ->
          schema.stringNode(
              value
                  .asString()
                  .replace("https://json-schema.org/draft-", "http://json-schema.org/draft-"));
      default -> value;
    };
  }

  private static JsonNode quoted(JsonNode value, Predicate<JsonNode> expected) {
    try {
      JsonNode read = Json.read(value.stringValue("\"\"").strip());
      return expected.test(read) ? read : value;
    } catch (JacksonException e) {
      return value;
    }
  }

  private static void type(ObjectNode schema) {
    JsonNode type = schema.path("type");
    String name = type.stringValue("").toLowerCase(Locale.ROOT);
    if (TYPES.contains(name)) {
      schema.put("type", name);
    } else if (type.isArray()) {
      ArrayNode types = schema.putArray("type");
      type.forEach(one -> types.add(one.isNull() ? types.stringNode("null") : one));
    }
  }

  /** Reads the boolean of draft 4, which OpenAPI 3.0 also uses. */
  private static void limit(ObjectNode schema, String exclusive, String inclusive) {
    if (schema.path(exclusive).isBoolean() && !schema.has("$schema")) {
      boolean excludes = schema.remove(exclusive).booleanValue();
      if (excludes && schema.has(inclusive)) {
        schema.set(exclusive, schema.remove(inclusive));
      }
    }
  }

  /** Moves {@code required} from inside a property to its object. */
  private static void required(ObjectNode schema) {
    Set<JsonNode> names = new LinkedHashSet<>();
    JsonNode given = schema.path("required");
    boolean empty = given.isMissingNode() || given.isObject() && given.isEmpty();
    if (!empty && !given.isArray()) {
      return;
    }
    given
        .valueStream()
        .filter(name -> !name.isNull() && !"".equals(name.stringValue(null)))
        .forEach(names::add);
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      JsonNode own = property.getValue().path("required");
      if (property.getValue() instanceof ObjectNode node
          && (own.isBoolean() || Set.of("true", "false").contains(own.stringValue("")))) {
        node.remove("required");
        if (own.asBoolean()) {
          names.add(node.stringNode(property.getKey()));
        }
      }
    }
    if (names.size() != given.size() || given.isObject()) {
      schema.putArray("required").addAll(names);
    }
  }

  /** Reads OpenAPI's {@code nullable}. */
  private static void nullable(ObjectNode schema) {
    if (!schema.path("nullable").isBoolean() || !schema.remove("nullable").booleanValue()) {
      return;
    }
    if (!schema.has("type") && !schema.has("enum") && !schema.has("$ref") && !isCombined(schema)) {
      return;
    }
    ObjectNode given = schema.deepCopy();
    schema.removeAll();
    if (given.has("description")) {
      schema.set("description", given.remove("description"));
    }
    schema.putArray("anyOf").add(given).addObject().put("type", "null");
  }

  private static boolean isCombined(ObjectNode schema) {
    return LISTED.stream().anyMatch(schema::has);
  }

  private static void forEachPart(ObjectNode schema, Consumer<ObjectNode> action) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      JsonNode value = member.getValue();
      if (SINGLE.contains(member.getKey())) {
        ifSchema(value, action);
      } else if (NAMED.contains(member.getKey()) || LISTED.contains(member.getKey())) {
        value.forEach(part -> ifSchema(part, action));
      }
    }
  }

  private static void ifSchema(JsonNode value, Consumer<ObjectNode> action) {
    if (value instanceof ObjectNode schema) {
      action.accept(schema);
    }
  }
}
