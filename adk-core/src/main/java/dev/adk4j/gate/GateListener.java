package dev.adk4j.gate;

import java.time.Instant;

/** Receives the gates of one turn. Exceptions are logged and change nothing. */
public interface GateListener {

  /** Called on the waiter's thread, before it blocks. This method may settle the gate. */
  void opened(TurnGate gate);

  /**
   * Called once for each gate, on the thread that settled it, before the waiter resumes and after
   * {@link #opened} returned.
   *
   * @param result one of the four final states
   */
  void closed(String gateId, GateState result, Instant settledAt);
}
