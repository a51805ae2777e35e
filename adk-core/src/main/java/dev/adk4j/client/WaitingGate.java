package dev.adk4j.client;

import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Describes a call of a tool that waits for a decision.
 *
 * @param id names the gate to {@code decide}, to the HTTP endpoint and to the actuator
 * @param tool null if the gate was asked for by other code
 * @param args the exact arguments that would run; null if the gate was asked for by other code
 * @param reason the kind of gate, such as {@code tool_approval}
 * @param deadline when the gate times out; null for never
 * @since 0.1.0
 */
public record WaitingGate(
    String id,
    @Nullable String tool,
    @Nullable JsonValue args,
    String reason,
    @Nullable Instant deadline) {

  /** Never the arguments. */
  @Override
  public String toString() {
    return "WaitingGate[" + id + ", " + tool + "]";
  }
}
