package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.WaitingGate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Waiting call in a message of the agent: a text, and data that the client answers. */
final class A2aGate {

  private A2aGate() {}

  static void write(WaitingGate gate, boolean mayDecide, ArrayNode parts) {
    String what = gate.tool() == null ? gate.reason() : gate.tool();
    String args = gate.args() == null ? "" : " " + gate.args().text();
    parts
        .addObject()
        .put(
            "text",
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
