package dev.adk4j.boot.actuate;

import org.jspecify.annotations.Nullable;

/** Thrown to the waiting turn if an operator rejected its gate. */
final class GateRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  GateRejectedException(@Nullable String reason) {
    super(
        reason == null
            ? "An operator rejected the gate."
            : "An operator rejected the gate: " + reason);
  }
}
