package dev.adk4j.web.internal.agui;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.client.Answer;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.agui.RunInput.Resume;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts gates to interrupts. Interrupts name the arguments of an approval {@code editedArgs}, by
 * which clients recognize that they may be edited.
 */
record Interrupts(ProtocolGates gates) {

  /**
   * Returns the waiting turn's gates that the caller may decide on.
   *
   * @param calls tool calls that the client has
   */
  List<Map<String, Object>> open(Set<String> calls) {
    return gates.conversation().waiting().map(Answer::gates).orElse(List.of()).stream()
        .filter(gate -> gates.mayDecide(gate.id()))
        .map(gate -> interrupt(gate, calls))
        .toList();
  }

  private static Map<String, Object> interrupt(WaitingGate gate, Set<String> calls) {
    boolean known = gate.toolCallId() != null && calls.contains(gate.toolCallId());
    return fields(
        field("id", gate.id()),
        field("reason", known ? "tool_call" : "adk:" + gate.reason()),
        field("message", gate.tool() == null ? gate.reason() : "Run " + gate.tool() + "?"),
        field("toolCallId", known ? gate.toolCallId() : null),
        field(
            "responseSchema",
            schema(gate.schema() == null ? null : gate.schema().node(), gate.tool() != null)),
        field("expiresAt", gate.deadline()),
        field(
            "metadata",
            fields(
                field("reason", gate.reason()),
                field("tool", gate.tool()),
                field("args", gate.args()),
                field("checksum", gate.checksum()))));
  }

  /** Returns the interrupt of a gate that blocks the turn. */
  Map<String, Object> blocking(JsonNode gate, Set<String> calls) {
    return interrupt(ProtocolGates.waiting(gate), calls);
  }

  private static @Nullable JsonNode schema(@Nullable JsonNode schema, boolean approval) {
    if (schema == null || !schema.isObject()) {
      return null;
    }
    if (!approval || !schema.path("properties").has("args")) {
      return schema;
    }
    ObjectNode shown = (ObjectNode) schema.deepCopy();
    ObjectNode properties = Json.mapper().createObjectNode();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      properties.set(
          property.getKey().equals("args") ? "editedArgs" : property.getKey(), property.getValue());
    }
    shown.set("properties", properties);
    return shown;
  }

  /**
   * Settles the gate with the client's answer. If another decision came first, that decision is
   * reported.
   *
   * @return the id of the turn
   */
  String settle(Resume answer) {
    String ref = answer.ref();
    return gates.settleOrJoin(ref, () -> gates.settle(ref, decision(answer)));
  }

  private static GateDecision decision(Resume answer) {
    if (answer.cancelled()) {
      return GateDecision.abort();
    }
    JsonNode payload = answer.payload();
    if (!payload.has("editedArgs") || !payload.path("approved").isBoolean()) {
      return new GateDecision.Resolve(
          payload.isMissingNode() ? JsonValue.NULL : JsonValue.of(payload), false);
    }
    ObjectNode value = (ObjectNode) payload.deepCopy();
    value.set("args", value.remove("editedArgs"));
    return new GateDecision.Resolve(JsonValue.of(value), true);
  }
}
