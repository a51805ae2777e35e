package dev.adk4j.web.internal.a2a;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Message of the agent about its task. */
final class AgentMessage {

  private final ObjectNode json;
  private final ArrayNode parts;

  /**
   * @param number number of the event that the message is about
   */
  AgentMessage(String taskId, String contextId, long number) {
    json =
        Json.mapper()
            .createObjectNode()
            .put("messageId", taskId + ":" + number)
            .put("role", "ROLE_AGENT")
            .put("taskId", taskId)
            .put("contextId", contextId);
    parts = json.putArray("parts");
  }

  ObjectNode json() {
    return json;
  }

  void text(String text) {
    parts.addObject().put("text", text);
  }

  /** Adds a waiting call: a text, and data that the client answers. */
  void gate(WaitingGate gate, boolean mayDecide) {
    String what = ProtocolGates.name(gate);
    String args = gate.args() == null ? "" : " " + gate.args().text();
    text(
        mayDecide
            ? "May " + what + args + " run?"
            : "Another person must decide on " + what + args + ".");
    parts
        .addObject()
        .put("mediaType", "application/json")
        .set(
            "data",
            JsonValue.of(
                    fields(
                        field("gate", gate.id()),
                        field("reason", gate.reason()),
                        field("tool", gate.tool()),
                        field("args", gate.args() == null ? null : gate.args().node()),
                        field(
                            "deadline",
                            gate.deadline() == null ? null : gate.deadline().toString()),
                        field("mayDecide", mayDecide),
                        field("schema", gate.schema() == null ? null : gate.schema().node())))
                .node());
  }
}
