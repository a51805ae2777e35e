package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a gate ended; {@code error} is null exactly where it was resolved. */
record Settlement(@Nullable Object value, @Nullable Throwable error, Instant at) {

  GateResult result() {
    if (error == null) {
      return GateResult.RESOLVED;
    }
    if (AdkException.is(error, AdkErrorCode.E_TURN_GATE_TIMEOUT)) {
      return GateResult.TIMEOUT;
    }
    return AdkException.is(error, AdkErrorCode.E_TURN_GATE_ABORTED)
        ? GateResult.ABORTED
        : GateResult.REJECTED;
  }
}
