package dev.adk4j.springai.dialect;

import dev.adk4j.loop.Tool;
import dev.adk4j.value.JsonValue;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the schema of a tool's arguments in a form that the provider accepts, since one refused
 * schema fails the whole request. The description then has the schema that validates. For single
 * use.
 */
final class AcceptedSchema {

  /** Restrictions of providers and of Spring AI's clients for them. */
  enum Rule {
    /** Definitions are refused, or lost. */
    NO_REFERENCES,
    /** The names of arguments have the characters of identifiers. */
    PLAIN_NAMES,
    /** A value has one type, besides null. */
    ONE_TYPE
  }

  /** Keywords that most providers refuse beside the arguments. */
  private static final Set<String> REFUSED =
      Set.of("anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "then", "else");

  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "example");
  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "dependentSchemas");

  /** Definitions may refer to each other so that their number multiplies. */
  private static final int MOST_REFERENCES = 300;

  private final JsonNode root;
  private final Set<Rule> rules;
  private int references;
  private boolean lossy;

  private AcceptedSchema(JsonNode root, Set<Rule> rules) {
    this.root = root;
    this.rules = rules;
  }

  static Tool.Description of(Tool.Description tool, Set<Rule> rules) {
    JsonValue given = tool.inputSchema();
    if (rules.isEmpty()
        && Stream.concat(REFUSED.stream(), Stream.of("$ref"))
            .allMatch(name -> given.at("/" + name) == null)) {
      return tool;
    }
    AcceptedSchema schema = new AcceptedSchema(given.node(), rules);
    JsonValue accepted = JsonValue.of(schema.accepted());
    String note = "\n\nThe arguments must match this JSON Schema: " + given.text();
    return accepted.equals(given)
        ? tool
        : new Tool.Description(
            tool.name(), tool.description() + (schema.lossy ? note : ""), accepted);
  }

  private JsonNode accepted() {
    ObjectNode schema = root.deepCopy().asObject();
    Set<String> open = referred(schema, Set.of());
    for (String refused : REFUSED) {
      lossy |= schema.remove(refused) != null;
    }
    if (rules.contains(Rule.NO_REFERENCES)) {
      schema.remove("$defs");
      schema.remove("definitions");
      schema(schema, open);
    }
    if (rules.contains(Rule.PLAIN_NAMES)) {
      names(schema);
    }
    return schema;
  }

  private void names(ObjectNode schema) {
    Set<String> refused = new HashSet<>(schema.path("properties").propertyNames());
    refused.removeIf(name -> name.matches("[a-zA-Z0-9_.-]{1,64}"));
    if (!refused.isEmpty()) {
      lossy = true;
      schema.withObject("properties").remove(refused);
      schema.withArray("required").removeIf(name -> refused.contains(name.stringValue("")));
    }
  }

  /** Replaces the reference of a schema by its target, unless the target contains the schema. */
  private Set<String> referred(ObjectNode schema, Set<String> open) {
    Set<String> within = new HashSet<>(open);
    while (schema.path("$ref").isString()) {
      String reference = schema.remove("$ref").stringValue();
      JsonNode target = root.at("/none");
      if (reference.matches("#(/.*)?") && within.add(reference)) {
        references++;
        target = references > MOST_REFERENCES ? target : root.at(pointer(reference));
      }
      lossy |= !target.isObject();
      for (Map.Entry<String, JsonNode> member : target.properties()) {
        JsonNode own = schema.path(member.getKey());
        if (own.isMissingNode() || own.isContainer() && own.isEmpty()) {
          schema.set(member.getKey(), member.getValue().deepCopy());
        }
      }
    }
    return within;
  }

  private static String pointer(String reference) {
    try {
      return URLDecoder.decode(reference.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return reference.substring(1);
    }
  }

  private void schema(JsonNode given, Set<String> open) {
    if (given instanceof ObjectNode schema) {
      Set<String> within = referred(schema, open);
      if (rules.contains(Rule.ONE_TYPE)) {
        oneType(schema);
      }
      inside(schema, within);
    } else {
      given.forEach(one -> schema(one, open));
    }
  }

  private void inside(ObjectNode schema, Set<String> open) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      if (NAMED.contains(member.getKey())) {
        member.getValue().forEach(named -> schema(named, open));
      } else if (!DATA.contains(member.getKey())) {
        schema(member.getValue(), open);
      }
    }
  }

  /** Removes what the client for Gemini cannot write. */
  private void oneType(ObjectNode schema) {
    long types =
        schema.path("type").valueStream().filter(type -> !type.asString().equals("null")).count();
    Map<String, Boolean> refused =
        Map.of(
            "type", types > 1,
            "enum", schema.path("enum").valueStream().anyMatch(JsonNode::isContainer),
            "items", !schema.path("items").isObject(),
            "anyOf", !schema.path("anyOf").valueStream().allMatch(JsonNode::isObject));
    refused.forEach((keyword, is) -> lossy |= is && schema.remove(keyword) != null);
  }
}
