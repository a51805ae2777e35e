package dev.adk4j.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The rules of the strictest provider for the schema of an answer. */
public final class StrictRules {

  private static final Set<String> KEYWORDS =
      Set.of(
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "anyOf",
          "enum",
          "format",
          "description",
          "$ref",
          "$defs");

  private static final Set<String> FORMATS =
      Set.of("date-time", "date", "time", "duration", "uuid");

  private final List<String> broken = new ArrayList<>();
  private final JsonNode root;

  private StrictRules(JsonNode root) {
    this.root = root;
  }

  /** Returns what the schema breaks. */
  public static List<String> broken(JsonNode schema) {
    StrictRules rules = new StrictRules(schema);
    rules.check("object".equals(schema.path("type").stringValue("")), "$", "is no object");
    rules.check(!schema.has("anyOf"), "$", "is a choice");
    rules.inside(schema, "$");
    schema.path("$defs").properties().forEach(d -> rules.inside(d.getValue(), d.getKey()));
    return rules.broken;
  }

  private void inside(JsonNode schema, String path) {
    for (String keyword : schema.propertyNames()) {
      check(KEYWORDS.contains(keyword), path, "has " + keyword);
    }
    check(!schema.isEmpty(), path, "says nothing");
    check(!schema.has("$defs") || schema == root, path, "has definitions of its own");
    check(!schema.has("$ref") || schema.size() == 1, path, "has something beside a reference");
    String reference = schema.path("$ref").stringValue("");
    check(reference.isEmpty() || !root.at(reference.substring(1)).isMissingNode(), path, "dangles");
    check(
        !schema.has("format") || FORMATS.contains(schema.get("format").stringValue()),
        path,
        "format");
    if ("object".equals(schema.path("type").stringValue(""))) {
      List<String> required =
          schema.path("required").valueStream().map(JsonNode::stringValue).toList();
      check(
          List.copyOf(schema.get("properties").propertyNames()).equals(required), path, "optional");
      check(schema.path("additionalProperties").isBoolean(), path, "is open");
      check(!schema.path("additionalProperties").booleanValue(true), path, "is open");
    }
    schema
        .path("properties")
        .properties()
        .forEach(p -> inside(p.getValue(), path + "." + p.getKey()));
    schema.path("anyOf").forEach(one -> inside(one, path + "|"));
    if (schema.has("items")) {
      inside(schema.get("items"), path + "[]");
    }
  }

  private void check(boolean holds, String path, String what) {
    if (!holds) {
      broken.add(path + " " + what);
    }
  }
}
