package dev.adk4j.schema;

import dev.adk4j.value.Json;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Normalizes schemas of third-party generators that are not valid JSON Schema but have only one
 * possible meaning. Leaves all other errors to {@link SchemaRules}, which rejects them.
 */
final class OddForms {

  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "string", "integer");

  private static final Pattern SIZE =
      Pattern.compile("(min|max)(imum|Length|Items|Properties)|exclusiveM(in|ax)imum|multipleOf");

  private static final Pattern FLAGS =
      Pattern.compile(
          "deprecated|readOnly|writeOnly|nullable|uniqueItems|items|additionalProperties"
              + "|unevaluated(Items|Properties)");

  /** Lists that restrict nothing if they are empty. */
  private static final Pattern LISTS =
      Pattern.compile(
          "enum|required|allOf|anyOf|oneOf|items|prefixItems|additionalProperties"
              + "|dependentRequired");

  /** The page of a draft at json-schema.org, by either scheme, with or without the fragment. */
  private static final Pattern DRAFT =
      Pattern.compile("\\s*https?://json-schema\\.org/(draft[-/].+?)/?(#?)\\s*");

  private final String draft;
  private final String id;

  private OddForms(ObjectNode root) {
    Matcher stated = DRAFT.matcher(root.path("$schema").stringValue(""));
    if (stated.matches()) {
      String scheme = stated.group(1).startsWith("draft-") ? "http" : "https";
      root.put("$schema", scheme + "://json-schema.org/" + stated.group(1) + stated.group(2));
    }
    draft = SchemaRules.draft(root);
    id = root.path("$id").stringValue(root.path("id").stringValue("-"));
  }

  /** Normalizes the schema of a tool's arguments, which are always an object, and returns it. */
  static ObjectNode readArguments(ObjectNode schema) {
    JsonShape.checkSchema(schema);
    schema.remove("nullable");
    OddForms forms = new OddForms(schema);
    dropAbsent(schema);
    JsonNode type = schema.path("type");
    if (type.isMissingNode() || type.isArray() && holds(type, "object")) {
      schema.put("type", "object");
    }
    forms.read(schema);
    return schema;
  }

  private static boolean holds(JsonNode array, String text) {
    return array.valueStream().anyMatch(one -> text.equalsIgnoreCase(one.stringValue(null)));
  }

  private void read(ObjectNode schema) {
    dropAbsent(schema);
    schema
        .properties()
        .forEach(member -> member.setValue(form(schema, member.getKey(), member.getValue())));
    type(schema);
    distinct(schema, "enum");
    limit(schema, "exclusiveMinimum", "minimum");
    limit(schema, "exclusiveMaximum", "maximum");
    for (String keyword : SchemaParts.NAMED) {
      // Languages with only one empty container write {} as [] and vice versa.
      if (schema.path(keyword).isArray() && schema.path(keyword).isEmpty()) {
        schema.putObject(keyword);
      }
      for (Map.Entry<String, JsonNode> named : schema.path(keyword).properties()) {
        named.setValue(named.getValue().isNull() ? schema.objectNode() : named.getValue());
      }
    }
    if (draft.equals(Validators.DRAFT_2020_12)
        && schema.path("items").isArray()
        && !schema.has("prefixItems")) {
      schema.set("prefixItems", schema.remove("items"));
      if (schema.has("additionalItems")) {
        schema.set("items", schema.remove("additionalItems"));
      }
    }
    required(schema);
    SchemaParts.forEach(
        schema,
        (part, steps) -> {
          if (!part.has("$id")) {
            part.remove("$schema");
          }
          read(part);
        });
    nullable(schema);
  }

  /** Removes members without a meaning that serializers and generators write. */
  private static void dropAbsent(ObjectNode schema) {
    String data = schema.has("type") ? "default|example" : "default|example|const";
    schema
        .properties()
        .removeIf(
            member ->
                member.getValue().isNull() && !member.getKey().matches(data)
                    || isEmpty(member.getKey(), member.getValue()));
  }

  /** Returns true for values that restrict nothing, and annotations that cannot be read. */
  private static boolean isEmpty(String keyword, JsonNode value) {
    String text = value.isContainer() ? "-" : value.asString().strip();
    return switch (keyword) {
      case "type" -> text.matches("(?i)(any)?");
      case "$schema" -> text.matches("(https?://json-schema\\.org/schema#?)?");
      // No other schema is loaded, so a name that nothing can refer to does nothing.
      case "id" -> value.isString();
      case "$id" -> !text.contains(":");
      case "format", "contentEncoding", "contentMediaType" -> !value.isString();
      case "deprecated", "readOnly", "writeOnly" -> !text.matches("true|false");
      case "required" -> text.matches("(false)?") || value.isContainer() && value.isEmpty();
      default ->
          LISTS.matcher(keyword).matches() && value.isArray() && value.isEmpty()
              || SIZE.matcher(keyword).matches() && text.isEmpty();
    };
  }

  /**
   * Reads numbers and booleans in quotes, and annotations of another type, which do not restrict.
   */
  private JsonNode form(ObjectNode schema, String keyword, JsonNode value) {
    if (FLAGS.matcher(keyword).matches()) {
      return quoted(value, JsonNode::isBoolean);
    }
    return switch (keyword) {
      case "examples" -> value.isArray() ? value : schema.arrayNode().add(value);
      case "title", "description", "$comment" ->
          schema.stringNode(
              value.isArray()
                  ? String.join(" ", value.valueStream().map(JsonNode::asString).toList())
                  : value.isContainer() ? value.toString() : value.asString());
      case "$ref" ->
          value.stringValue("").startsWith(id + "#")
              ? schema.stringNode(value.stringValue().substring(id.length()))
              : value;
      default -> SIZE.matcher(keyword).matches() ? quoted(value, JsonNode::isNumber) : value;
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
    if (type.isArray() && holds(type, "any")) {
      schema.remove("type");
    } else if (type.isArray()) {
      ArrayNode types = schema.putArray("type");
      type.forEach(one -> types.add(known(one)));
      distinct(schema, "type");
    } else if (type.isString()) {
      schema.set("type", known(type));
    }
  }

  private static JsonNode known(JsonNode type) {
    String name = type.isNull() ? "null" : type.stringValue("").toLowerCase(Locale.ROOT);
    return TYPES.contains(name) ? JsonNodeFactory.instance.stringNode(name) : type;
  }

  private static void distinct(ObjectNode schema, String keyword) {
    if (schema.path(keyword).isArray()) {
      Set<JsonNode> values = new LinkedHashSet<>(schema.get(keyword).valueStream().toList());
      schema.putArray(keyword).addAll(values);
    }
  }

  /** Reads the boolean of draft 4, which OpenAPI 3.0 also uses. */
  private void limit(ObjectNode schema, String exclusive, String inclusive) {
    if (schema.path(exclusive).isBoolean() && !draft.contains("draft-04")) {
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
    if (!given.isMissingNode() && !given.isArray()) {
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
    if (names.isEmpty()) {
      schema.remove("required");
    } else if (names.size() != given.size()) {
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
    return schema.has("allOf") || schema.has("anyOf") || schema.has("oneOf");
  }
}
