package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.util.List;

/**
 * One run of a durable turn, up to its end or to where the turn waits. Any node can read it, also
 * after its end, and all readers receive the same events.
 *
 * @param gate decided gate after which the run began; empty for the first run
 */
public record StoredRun(
    TurnEvents events, Conversation conversation, StoredTurn turn, String gate) {

  /** Returns a response that follows the run. */
  public ProtocolStream stream(ProtocolForm form) {
    return ProtocolStream.of(form, sink -> events.recorded(turn, gate, true, sink));
  }

  /** Passes the events so far to the form. */
  public void read(ProtocolForm form) throws InterruptedException {
    WholeAnswer.read(form, sink -> events.recorded(turn, gate, false, sink), WholeAnswer.FOREVER);
  }

  /** Waits for the end of the run. */
  void await(Duration atMost) throws InterruptedException {
    WholeAnswer.read(
        (name, data, out) -> {}, sink -> events.recorded(turn, gate, true, sink), atMost);
  }

  /**
   * Returns the gates that ended the run, also after their decision.
   *
   * @param refs references in the last event; empty if the process died before it wrote this event
   */
  public List<WaitingGate> waiting(ProtocolGates gates, List<String> refs) {
    return refs.isEmpty()
        ? conversation
            .waiting()
            .filter(waiting -> waiting.turnId().equals(turn.turnId()))
            .map(Answer::gates)
            .orElse(List.of())
        : refs.stream().flatMap(ref -> gates.waiting(conversation, ref).stream()).toList();
  }
}
