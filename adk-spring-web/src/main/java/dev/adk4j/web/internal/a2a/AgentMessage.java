package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.value.Json;
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
    String what = gate.tool() == null ? gate.reason() : gate.tool();
    String args = gate.args() == null ? "" : " " + gate.args().text();
    text(
        mayDecide
            ? "May " + what + args + " run?"
            : "Another person must decide on " + what + args + ".");
    ObjectNode part = parts.addObject().put("mediaType", "application/json");
    ObjectNode data = part.putObject("data").put("gate", gate.id()).put("reason", gate.reason());
    if (gate.tool() != null) {
      data.put("tool", gate.tool());
    }
    if (gate.args() != null) {
      data.set("args", gate.args().node());
    }
    if (gate.deadline() != null) {
      data.put("deadline", gate.deadline().toString());
    }
    data.put("mayDecide", mayDecide);
    if (gate.schema() != null) {
      data.set("schema", gate.schema().node());
    }
  }
}
