package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import java.util.List;

/** Text for people about calls that wait for a decision. */
final class OpenGates {

  private OpenGates() {}

  static String text(List<WaitingGate> gates) {
    StringBuilder text = new StringBuilder("Waiting for approval:");
    for (WaitingGate gate : gates) {
      text.append("\n- ").append(name(gate));
      if (gate.args() != null) {
        text.append(' ').append(gate.args().text());
      }
      text.append(" (").append(gate.id()).append(')');
    }
    return text.toString();
  }

  static String name(WaitingGate gate) {
    return gate.tool() == null ? gate.reason() : gate.tool();
  }
}
