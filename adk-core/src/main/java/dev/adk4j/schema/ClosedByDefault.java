package dev.adk4j.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds default restrictions to a schema: objects accept only the stated properties, texts are not
 * empty.
 *
 * <p>An object that several schemas describe together ({@code allOf}, {@code $ref} next to {@code
 * properties}, …) is closed as a whole, by {@code unevaluatedProperties}, and its parts stay open;
 * an object described in one place is closed by {@code additionalProperties}. The alternatives of a
 * plain {@code anyOf} or {@code oneOf}, and the target of a plain {@code $ref}, are closed
 * individually. Conditions ({@code if}, {@code not}, {@code contains}, {@code propertyNames}) are
 * unchanged.
 */
final class ClosedByDefault {

  private static final Set<String> OBJECT_KEYWORDS = Set.of("properties", "patternProperties");
  private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> PARTS = List.of("then", "else");

  private final JsonNode root;
  private final Map<JsonNode, ObjectNode> wholes = new IdentityHashMap<>();
  private final Map<JsonNode, ObjectNode> parts = new IdentityHashMap<>();
  private final List<ObjectNode> order = new ArrayList<>();

  private ClosedByDefault(JsonNode root) {
    this.root = root;
  }

  /** Changes {@code schema}. */
  static void apply(JsonNode schema) {
    ClosedByDefault closing = new ClosedByDefault(schema);
    closing.visit(schema, true);
    // Collects all roles first: a definition that is a part anywhere must not be closed by itself.
    closing.order.forEach(closing::sayNotEmpty);
    List<Runnable> changes = new ArrayList<>();
    closing.order.forEach(s -> closing.close(s, changes));
    changes.forEach(Runnable::run);
  }

  /** Records a schema's role: the schema of a whole value, or one part of it. */
  private void visit(JsonNode schema, boolean whole) {
    if (!(schema instanceof ObjectNode object)
        || (whole ? wholes : parts).put(object, object) != null) {
      return;
    }
    if (!(whole ? parts : wholes).containsKey(object)) {
      order.add(object);
    }
    boolean passesOn = whole && (isPlainReference(object) || isPlainChoice(object));
    JsonNode target = target(object);
    if (target != null) {
      visit(target, passesOn);
    }
    for (String keyword : LISTS) {
      object.path(keyword).forEach(part -> visit(part, passesOn));
    }
    PARTS.forEach(keyword -> visit(object.path(keyword), false));
    object.path("dependentSchemas").forEach(part -> visit(part, false));
    object.path("properties").forEach(value -> visit(value, true));
    object.path("patternProperties").forEach(value -> visit(value, true));
    object.path("prefixItems").forEach(value -> visit(value, true));
    for (String keyword :
        List.of("items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems")) {
      visit(object.path(keyword), true);
    }
  }

  private void sayNotEmpty(ObjectNode schema) {
    boolean decided =
        schema.has("minLength")
            || schema.has("enum")
            || schema.has("const")
            || "".equals(schema.path("default").stringValue(null))
            || schema.path("maxLength").asInt(1) == 0;
    if (!decided && hasType(schema, "string")) {
      schema.put("minLength", 1);
    }
  }

  private void close(ObjectNode schema, List<Runnable> changes) {
    if (!wholes.containsKey(schema)
        || parts.containsKey(schema)
        || schema.has("additionalProperties")
        || schema.has("unevaluatedProperties")) {
      return;
    }
    if (isPlainReference(schema)) {
      JsonNode target = target(schema);
      // The definition is also a part elsewhere, so it stays open and is closed here.
      if (target != null && parts.containsKey(target) && describesObject(schema, identitySet())) {
        changes.add(() -> schema.put("unevaluatedProperties", false));
      }
    } else if (!isPlainChoice(schema) && describesObject(schema, identitySet())) {
      Set<String> elsewhere = new HashSet<>();
      boolean composed = partsName(schema, elsewhere, identitySet());
      elsewhere.removeAll(schema.path("properties").propertyNames());
      String keyword =
          composed || !elsewhere.isEmpty() ? "unevaluatedProperties" : "additionalProperties";
      changes.add(() -> schema.put(keyword, false));
    }
  }

  private static boolean isPlainReference(ObjectNode schema) {
    return schema.has("$ref") && LISTS.stream().noneMatch(schema::has) && !describesItself(schema);
  }

  private static boolean isPlainChoice(ObjectNode schema) {
    return (schema.has("anyOf") != schema.has("oneOf"))
        && !schema.has("allOf")
        && !schema.has("$ref")
        && !describesItself(schema);
  }

  private static boolean describesItself(ObjectNode schema) {
    return OBJECT_KEYWORDS.stream().anyMatch(schema::has)
        || PARTS.stream().anyMatch(schema::has)
        || schema.has("dependentSchemas");
  }

  private boolean describesObject(JsonNode schema, Set<JsonNode> seen) {
    if (!(schema instanceof ObjectNode object) || !seen.add(object)) {
      return false;
    }
    return hasType(object, "object")
        || OBJECT_KEYWORDS.stream().anyMatch(object::has)
        || partsOf(object).stream().anyMatch(part -> describesObject(part, seen));
  }

  /** Collects the property names of the parts; returns true if a part covers more than names. */
  private boolean partsName(ObjectNode schema, Set<String> names, Set<JsonNode> seen) {
    boolean more = false;
    for (JsonNode part : partsOf(schema)) {
      if (part instanceof ObjectNode object && seen.add(object)) {
        names.addAll(object.path("properties").propertyNames());
        more |=
            object.has("patternProperties")
                || object.has("additionalProperties")
                || object.has("unevaluatedProperties")
                || partsName(object, names, seen);
      }
    }
    return more;
  }

  private List<JsonNode> partsOf(ObjectNode schema) {
    List<JsonNode> found = new ArrayList<>();
    JsonNode target = target(schema);
    if (target != null) {
      found.add(target);
    }
    LISTS.forEach(keyword -> schema.path(keyword).forEach(found::add));
    PARTS.forEach(keyword -> found.add(schema.path(keyword)));
    schema.path("dependentSchemas").forEach(found::add);
    return found;
  }

  private @Nullable JsonNode target(ObjectNode schema) {
    String reference = schema.path("$ref").stringValue(null);
    return reference == null ? null : SchemaPointers.resolve(root, reference);
  }

  private static boolean hasType(ObjectNode schema, String type) {
    JsonNode stated = schema.path("type");
    return type.equals(stated.stringValue(null))
        || stated.valueStream().anyMatch(one -> type.equals(one.stringValue(null)));
  }

  private static Set<JsonNode> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
