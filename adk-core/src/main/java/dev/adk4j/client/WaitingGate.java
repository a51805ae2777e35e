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
 * @param toolCallId the id that the record of the call will have; null for a call without
 * @param checksum of the call; null if the gate was asked for by other code
 * @param schema JSON Schema of the values it can be decided with; null where this process does not
 *     know it, as for a gate that another process opened
 * @since 0.1.0
 */
public record WaitingGate(
    String id,
    @Nullable String tool,
    @Nullable JsonValue args,
    String reason,
    @Nullable Instant deadline,
    @Nullable String toolCallId,
    @Nullable String checksum,
    @Nullable JsonValue schema) {

  /** Describes a gate of which no more is known. */
  public WaitingGate(
      String id,
      @Nullable String tool,
      @Nullable JsonValue args,
      String reason,
      @Nullable Instant deadline) {
    this(id, tool, args, reason, deadline, null, null, null);
  }

  /** Never the arguments. */
  @Override
  public String toString() {
    return "WaitingGate[" + id + ", " + tool + "]";
  }
}
