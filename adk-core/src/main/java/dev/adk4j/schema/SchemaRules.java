package dev.adk4j.schema;

import com.networknt.schema.Schema;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/** What a schema itself has to keep: its draft's own schema, and references that stay inside. */
final class SchemaRules {

  private static final Map<String, Schema> META_SCHEMAS = new ConcurrentHashMap<>();

  private static final Set<String> DRAFTS =
      Set.of(
          Validators.DRAFT_2020_12,
          "https://json-schema.org/draft/2019-09/schema",
          "http://json-schema.org/draft-07/schema",
          "http://json-schema.org/draft-06/schema",
          "http://json-schema.org/draft-04/schema");

  /** Keywords whose value is data, not a schema: what looks like a reference in there is none. */
  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "example");

  private SchemaRules() {}

  /** Throws {@link ValidationException} with all that is wrong. */
  static void check(JsonNode schema) {
    Violations violations = new Violations();
    violations.check(
        schema.isObject() || schema.isBoolean(), "$", "type", "must be an object or a boolean");
    throwIfAny(violations);
    JsonShape.check(schema);
    String draft = draft(schema);
    violations.check(
        DRAFTS.contains(draft), "$.$schema", "schema", "must be " + Validators.DRAFT_2020_12);
    throwIfAny(violations);
    Schema meta = META_SCHEMAS.computeIfAbsent(draft, Validators::metaSchema);
    try {
      Validators.validate(meta, schema);
    } catch (ValidationException e) {
      // Several vocabularies report the same thing.
      Set<Violation> distinct = new LinkedHashSet<>(e.violations());
      distinct.forEach(v -> violations.add(v.path(), v.rule(), v.message()));
    }
    inside(schema, schema, "$", violations);
    throwIfAny(violations);
  }

  static String draft(JsonNode schema) {
    String stated = schema.path("$schema").stringValue(Validators.DRAFT_2020_12);
    return stated.endsWith("#") ? stated.substring(0, stated.length() - 1) : stated;
  }

  /** References and patterns, wherever they stand. */
  private static void inside(JsonNode root, JsonNode node, String path, Violations violations) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        String name = member.getKey();
        JsonNode value = member.getValue();
        String at = Violation.member(path, name);
        if (value.isString()) {
          text(root, name, value.stringValue(), at, violations);
        } else if (!DATA.contains(name)) {
          if (name.equals("patternProperties")) {
            value.propertyNames().forEach(p -> pattern(p, at, violations));
          }
          inside(root, value, at, violations);
        }
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        inside(root, node.get(i), Violation.element(path, i), violations);
      }
    }
  }

  private static void text(
      JsonNode root, String keyword, String text, String path, Violations violations) {
    if (keyword.equals("pattern")) {
      pattern(text, path, violations);
    } else if (keyword.equals("$ref") || keyword.equals("$dynamicRef")) {
      violations.check(
          SchemaPointers.resolve(root, text) != null,
          path,
          "reference",
          "must name a part of this schema, such as #/$defs/address; nothing else is loaded");
    }
  }

  private static void pattern(String pattern, String path, Violations violations) {
    try {
      BoundedPattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      violations.add(path, "pattern", "is not a regular expression: " + e.getDescription());
    }
  }

  private static void throwIfAny(Violations violations) {
    if (!violations.isEmpty()) {
      throw new ValidationException(violations.found());
    }
  }
}
