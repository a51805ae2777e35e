package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import org.jspecify.annotations.Nullable;

/** State of a gate. The last four are results: a settled gate has one of them. */
public enum GateState implements WireName {
  /** The gate is not decided yet. */
  OPEN,
  /** A value was given; the node that has the gate's schema must check it. */
  PROPOSED,
  /** The waiter receives a value. */
  RESOLVED,
  /** The waiter throws the error that the gate was rejected with. */
  REJECTED,
  /** The gate or its turn was aborted. */
  ABORTED,
  /** The gate's time was over before a decision was made. */
  TIMEOUT;

  /** Returns true if no decision is possible any more. */
  public boolean isFinal() {
    return this != OPEN && this != PROPOSED;
  }

  /**
   * Returns the result of a gate whose waiter throws the error; null stands for a gate whose waiter
   * received a value.
   */
  public static GateState of(@Nullable Throwable error) {
    if (error == null) {
      return RESOLVED;
    }
    if (AdkException.is(error, AdkErrorCode.E_TURN_GATE_TIMEOUT)) {
      return TIMEOUT;
    }
    return AdkException.is(error, AdkErrorCode.E_TURN_GATE_ABORTED) ? ABORTED : REJECTED;
  }
}
