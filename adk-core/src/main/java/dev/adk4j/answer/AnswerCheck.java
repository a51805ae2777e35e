package dev.adk4j.answer;

import dev.adk4j.schema.internal.SchemaForms;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Derives the schema that validates an answer from the schema for the model. A nullable property
 * may be absent, which means null; of a sealed type's classes only the one that the answer names is
 * validated, so that the errors concern that class.
 */
final class AnswerCheck {

  private AnswerCheck() {}

  static ObjectNode of(ObjectNode given) {
    ObjectNode schema = given.deepCopy();
    relax(schema);
    return schema;
  }

  private static void relax(JsonNode given) {
    if (!(given instanceof ObjectNode schema)) {
      return;
    }
    JsonNode members = schema.path("properties");
    if (schema.path("required") instanceof ArrayNode required) {
      required.removeIf(name -> SchemaForms.takesNull(members.path(name.stringValue())));
    }
    members.forEach(AnswerCheck::relax);
    schema.path("$defs").forEach(AnswerCheck::relax);
    relax(schema.path("items"));
    if (schema.path("anyOf") instanceof ArrayNode choice) {
      choice.forEach(AnswerCheck::relax);
      byName(schema, choice);
    }
  }

  /** Requires the named class instead of any of them. */
  private static void byName(ObjectNode schema, ArrayNode choice) {
    List<JsonNode> variants = choice.valueStream().filter(one -> one.has("properties")).toList();
    if (variants.size() < 2) {
      return;
    }
    String name = variants.getFirst().get("properties").propertyNames().iterator().next();
    ObjectNode named = schema.objectNode().put("type", "object");
    ArrayNode names = named.putObject("properties").putObject(name).putArray("enum");
    named.putArray("required").add(name);
    ArrayNode each = named.putArray("allOf");
    for (JsonNode variant : variants) {
      JsonNode only = variant.get("properties").get(name);
      names.addAll((ArrayNode) only.get("enum"));
      ObjectNode rule = each.addObject();
      rule.putObject("if").set("properties", schema.objectNode().set(name, only));
      rule.set("then", variant);
    }
    choice.removeIf(variants::contains);
    if (choice.isEmpty()) {
      schema.remove("anyOf");
      schema.setAll(named);
    } else {
      choice.add(named);
    }
  }
}
