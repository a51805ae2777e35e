package dev.adk4j.springai.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.adk4j.loop.Tool;
import dev.adk4j.value.JsonValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the schema of a tool's arguments in a form that the provider accepts, since one refused
 * schema fails the whole request. If that form cannot express all, the description has the schema
 * that validates. For single use.
 */
final class AcceptedSchema {

  /** Restrictions of providers and of Spring AI's clients for them. */
  enum Rule {
    /**
     * Definitions are refused or lost: they stand at their first use, where later ones refer to.
     */
    NO_DEFINITIONS,
    /** The names of arguments have the characters of identifiers. */
    PLAIN_NAMES,
    /** A value has one type besides null, and no reference. */
    PLAIN_VALUES
  }

  /** Keywords that most providers refuse at the top of a schema. */
  private static final Set<String> REFUSED =
      Set.of("anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "then", "else");

  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "example");
  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "dependentSchemas");

  /** Definitions may refer to each other so that their number multiplies. */
  private static final int MOST_REFERENCES = 300;

  private final JsonNode root;
  private final Set<Rule> rules;
  private final Map<String, String> places = new HashMap<>();
  private @Nullable JsonNode arguments;
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
    Set<String> open = inline(schema, "#", Set.of());
    REFUSED.forEach(keyword -> lossy |= schema.remove(keyword) != null);
    Set<String> refused = new HashSet<>(schema.path("properties").propertyNames());
    refused.removeIf(name -> name.matches("[a-zA-Z0-9_.-]{1,64}"));
    if (rules.contains(Rule.PLAIN_NAMES) && !refused.isEmpty()) {
      lossy = true;
      schema.withObject("properties").remove(refused);
      schema.withArray("required").removeIf(name -> refused.contains(name.stringValue("")));
    }
    if (rules.contains(Rule.NO_DEFINITIONS)) {
      schema.remove(List.of("$defs", "definitions"));
      schema(schema, "#", open);
    }
    return schema;
  }

  /** Replaces the reference of a schema by its target, unless the target contains the schema. */
  private Set<String> inline(ObjectNode schema, String place, Set<String> open) {
    Set<String> within = new HashSet<>(open);
    while (schema.path("$ref").isString()) {
      String reference = schema.remove("$ref").stringValue();
      JsonNode target = within.add(reference) ? target(reference) : MissingNode.getInstance();
      String first = rules.contains(Rule.PLAIN_VALUES) ? null : first(reference, place, target);
      if (first != null && !first.equals(place)) {
        schema.put("$ref", first);
        return within;
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

  private JsonNode target(String reference) {
    boolean pointer = reference.matches("(?!.*%(?!\\p{XDigit}{2}))#(/.*)?");
    return pointer && ++references <= MOST_REFERENCES
        ? root.at(StringUtils.uriDecode(reference.substring(1), UTF_8))
        : MissingNode.getInstance();
  }

  /** Returns the place of an earlier use; null for none. */
  private @Nullable String first(String reference, String place, JsonNode target) {
    return reference.matches("#(/properties/.*)?") || target.equals(arguments())
        ? reference.startsWith("#/p") ? reference : "#"
        : places.putIfAbsent(reference, place);
  }

  /** Returns the schema without definitions; only schemas with references need it. */
  private JsonNode arguments() {
    if (arguments == null) {
      arguments = root.deepCopy().asObject().remove(List.of("$defs", "definitions"));
    }
    return arguments;
  }

  private void schema(JsonNode given, String place, Set<String> open) {
    if (given.isArray()) {
      for (int i = 0; i < given.size(); i++) {
        schema(given.get(i), place + "/" + i, open);
      }
    }
    if (!(given instanceof ObjectNode schema)) {
      return;
    }
    Set<String> within = inline(schema, place, open);
    if (rules.contains(Rule.PLAIN_VALUES)) {
      plain(schema);
    }
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      String at = place + "/" + member.getKey();
      if (NAMED.contains(member.getKey())) {
        member
            .getValue()
            .properties()
            .forEach(named -> schema(named.getValue(), at + "/" + token(named.getKey()), within));
      } else if (!DATA.contains(member.getKey())) {
        schema(member.getValue(), at, within);
      }
    }
  }

  private static String token(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** Removes what the client for Gemini cannot write. */
  private void plain(ObjectNode schema) {
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
