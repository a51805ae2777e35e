package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Form in which a client asks its user for a decision. The protocol supports flat objects only: of
 * the arguments of a call, texts, numbers and booleans can be edited.
 *
 * @param message text for the user
 * @param schema schema of the answer
 * @param args requested arguments; null for a gate that accepts any other value
 * @param editable names of the arguments in the form
 */
record McpForm(
    String message, Map<String, Object> schema, @Nullable JsonValue args, Set<String> editable) {

  private static final String APPROVED = "approved";
  private static final String REASON = "reason";

  /** Keywords that a field of a form may have; clients reject all others. */
  private static final Set<String> KNOWN =
      Set.of(
          "type",
          "title",
          "description",
          "format",
          "enum",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "default");

  private static final Map<String, Object> YES_OR_NO =
      Map.of("type", "boolean", "description", "True to run the call.");
  private static final Set<String> FLAT = Set.of("string", "number", "integer", "boolean");
  private static final Set<String> FORMATS = Set.of("email", "uri", "date", "date-time");

  /** Returns the form for the gate; empty if its value cannot be expressed by a form. */
  static Optional<McpForm> of(WaitingGate gate) {
    JsonNode schema = gate.schema() == null ? null : gate.schema().node();
    if (gate.tool() != null && gate.args() != null) {
      return Optional.of(approval(gate.tool(), gate.args(), schema));
    }
    if (schema == null) {
      return Optional.of(
          new McpForm(
              "Allow it to continue? (" + gate.reason() + ")",
              object(Map.of(APPROVED, YES_OR_NO), List.of(APPROVED)),
              null,
              Set.of()));
    }
    Map<String, Object> fields = fields(schema.path("properties"), null);
    return fields.isEmpty() || fields.size() < schema.path("properties").size()
        ? Optional.empty()
        : Optional.of(
            new McpForm(
                "A value is required. (" + gate.reason() + ")",
                object(
                    fields, schema.path("required").valueStream().map(JsonNode::asString).toList()),
                null,
                fields.keySet()));
  }

  private static McpForm approval(String tool, JsonValue args, @Nullable JsonNode schema) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(APPROVED, YES_OR_NO);
    JsonNode properties =
        schema == null
            ? Json.mapper().createObjectNode()
            : schema.path("properties").path("args").path("properties");
    Map<String, Object> editable = fields(properties, args.node());
    editable.keySet().removeAll(Set.of(APPROVED, REASON));
    fields.putAll(editable);
    fields.put(
        REASON, Map.of("type", "string", "description", "Reason for the model, if rejected."));
    return new McpForm(
        "May " + tool + " run with " + args.text() + "?",
        object(fields, List.of(APPROVED)),
        args,
        Set.copyOf(editable.keySet()));
  }

  private static Map<String, Object> object(Map<String, Object> fields, List<String> required) {
    return ProtocolForm.fields(
        ProtocolForm.field("type", "object"),
        ProtocolForm.field("properties", fields),
        ProtocolForm.field("required", required));
  }

  /** Returns the flat arguments, with the requested values as defaults. */
  private static Map<String, Object> fields(JsonNode properties, @Nullable JsonNode asked) {
    Map<String, Object> fields = new LinkedHashMap<>();
    properties.forEachEntry(
        (name, property) -> {
          if (FLAT.contains(property.path("type").asString(""))) {
            fields.put(name, field(property, asked == null ? null : asked.get(name)));
          }
        });
    return fields;
  }

  private static Object field(JsonNode property, @Nullable JsonNode asked) {
    ObjectNode field = Json.mapper().createObjectNode();
    property.forEachEntry(
        (key, value) -> {
          boolean unknownFormat = key.equals("format") && !FORMATS.contains(value.asString(""));
          if (KNOWN.contains(key) && !unknownFormat) {
            field.set(key, value);
          }
        });
    if (asked != null && !asked.isNull()) {
      field.set("default", asked);
    }
    return Json.mapper().convertValue(field, Map.class);
  }

  /** Returns true if the user approved; only for a gate that accepts no other value. */
  boolean isYes(Map<String, Object> content) {
    return Boolean.TRUE.equals(content.get(APPROVED));
  }

  /** Returns true if the answer is an approval or a rejection. */
  boolean isDecision() {
    return args != null || editable.isEmpty();
  }

  @Nullable String reason(Map<String, Object> content) {
    return content.get(REASON) instanceof String reason && !reason.isBlank() ? reason : null;
  }

  /** Returns the edited arguments; null if they are unchanged. */
  @Nullable JsonValue edited(Map<String, Object> content) {
    if (args == null) {
      return null;
    }
    ObjectNode edited = Json.mapper().createObjectNode();
    args.node().forEachEntry(edited::set);
    editable.forEach(
        name -> {
          if (content.get(name) != null) {
            edited.set(name, JsonValue.of(content.get(name)).node());
          }
        });
    JsonValue all = JsonValue.of((JsonNode) edited);
    return all.equals(args) ? null : all;
  }

  /** Returns the value for a gate that accepts one. */
  JsonValue value(Map<String, Object> content) {
    Map<String, Object> value = new LinkedHashMap<>(content);
    value.keySet().retainAll(editable);
    return JsonValue.of((Object) value);
  }
}
