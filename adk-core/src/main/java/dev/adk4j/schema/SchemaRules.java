package dev.adk4j.schema;

import com.networknt.schema.Schema;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.RepeatGuard;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/** Validates a schema against its draft's own schema; references must stay inside. */
final class SchemaRules {

  private static final Map<String, Schema> META_SCHEMAS = new ConcurrentHashMap<>();

  private static final Set<String> DRAFTS =
      Set.of(
          Validators.DRAFT_2020_12,
          "https://json-schema.org/draft/2019-09/schema",
          "http://json-schema.org/draft-07/schema",
          "http://json-schema.org/draft-06/schema",
          "http://json-schema.org/draft-04/schema");

  /** Keywords whose value is data, not a schema: it contains no references. */
  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "example");

  /** The total of a schema's patterns, each of which stays compiled. */
  private static final int MAX_PATTERN_STEPS = 2 * RepeatGuard.MAX_STEPS;

  private static final int MAX_ANCHOR_REFERENCES = 200;

  private final JsonNode root;
  private final Violations violations;
  private long patternSteps;
  private int anchors;

  private SchemaRules(JsonNode root, Violations violations) {
    this.root = root;
    this.violations = violations;
  }

  /** Throws {@link ValidationException} with all violations. */
  static void check(JsonNode schema) {
    Violations violations = new Violations();
    violations.check(
        schema.isObject() || schema.isBoolean(), "$", "type", "must be an object or a boolean");
    throwIfAny(violations);
    JsonShape.checkSchema(schema);
    String draft = draft(schema);
    violations.check(
        DRAFTS.contains(draft), "$.$schema", "schema", "must be " + Validators.DRAFT_2020_12);
    throwIfAny(violations);
    Schema meta = META_SCHEMAS.computeIfAbsent(draft, Validators::metaSchema);
    try {
      Validators.validate(meta, schema);
    } catch (ValidationException e) {
      // Several vocabularies report the same error.
      Set<Violation> distinct = new LinkedHashSet<>(e.violations());
      distinct.forEach(v -> violations.add(v.path(), v.rule(), v.message()));
    }
    new SchemaRules(schema, violations).inside(schema, "$", false);
    throwIfAny(violations);
  }

  static String draft(JsonNode schema) {
    String stated = schema.path("$schema").stringValue(Validators.DRAFT_2020_12);
    return stated.endsWith("#") ? stated.substring(0, stated.length() - 1) : stated;
  }

  /**
   * Checks references and patterns at any position but in data and in extensions.
   *
   * @param names true if the members are named by the author, such as properties
   */
  private void inside(JsonNode node, String path, boolean names) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        String name = member.getKey();
        JsonNode value = member.getValue();
        String at = Violation.member(path, name);
        if (value.isString()) {
          text(name, value.stringValue(), at);
        } else if (names || !DATA.contains(name) && !name.startsWith("x-")) {
          if (name.equals("patternProperties")) {
            value.propertyNames().forEach(p -> pattern(p, at));
          }
          inside(value, at, !names && SchemaParts.NAMED.contains(name));
        }
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        inside(node.get(i), Violation.element(path, i), false);
      }
    }
  }

  private void text(String keyword, String text, String path) {
    if (keyword.equals("pattern")) {
      pattern(text, path);
    } else if (keyword.equals("$ref") || keyword.equals("$dynamicRef")) {
      // The lookup of an anchor searches the whole schema.
      anchors += text.startsWith("#/") || text.equals("#") ? 0 : 1;
      if (anchors > MAX_ANCHOR_REFERENCES) {
        violations.check(
            anchors > MAX_ANCHOR_REFERENCES + 1,
            path,
            "reference",
            "is one of more than " + MAX_ANCHOR_REFERENCES + " to anchors; use #/$defs/… instead");
        return;
      }
      violations.check(
          SchemaPointers.resolve(root, text) != null,
          path,
          "reference",
          "must name a part of this schema, such as #/$defs/address; no other schema is loaded");
    }
  }

  private void pattern(String pattern, String path) {
    patternSteps += RepeatGuard.steps(pattern);
    if (patternSteps > MAX_PATTERN_STEPS) {
      violations.add(path, "pattern", "exceeds the size limit of all the schema's patterns");
      return;
    }
    try {
      BoundedPattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      violations.add(path, "pattern", "is not a regular expression: " + e.getDescription());
    }
  }

  static void throwIfAny(Violations violations) {
    if (!violations.isEmpty()) {
      throw new ValidationException(violations.found());
    }
  }
}
