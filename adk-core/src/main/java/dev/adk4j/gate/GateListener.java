package dev.adk4j.gate;

import java.time.Instant;

/** Is told of the gates of one turn. What it throws is logged and changes nothing. */
public interface GateListener {

  /** On the waiter's thread, before it blocks; the gate may be settled right here. */
  void opened(TurnGate gate);

  /**
   * Once for each gate, on the thread that settled it, before the waiter resumes and after {@link
   * #opened} returned.
   */
  void closed(String gateId, GateResult result, Instant settledAt);
}
