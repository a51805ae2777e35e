package dev.adk4j.client;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Describes a call of a tool that waits for a decision. The JSON form leaves out the checksum and
 * the schema, which code asks for, and what is null.
 *
 * @param id the name of the gate for {@code decide}, the HTTP endpoint and the actuator
 * @param tool null if other code opened the gate
 * @param args the exact arguments that would run; null if other code opened the gate
 * @param reason the kind of gate, such as {@code tool_approval}
 * @param deadline the time at which the gate times out; null for never
 * @param toolCallId the id that the record of the call will have; null for a call without a record
 * @param checksum the checksum of the call; null if other code opened the gate
 * @param schema JSON Schema of the values that the gate can be decided with; null if this process
 *     does not know it, for example because another process opened the gate
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WaitingGate(
    String id,
    @Nullable String tool,
    @Nullable JsonValue args,
    String reason,
    @Nullable Instant deadline,
    @Nullable String toolCallId,
    @JsonIgnore @Nullable String checksum,
    @JsonIgnore @Nullable JsonValue schema) {

  /** Describes a gate without further data. */
  public WaitingGate(
      String id,
      @Nullable String tool,
      @Nullable JsonValue args,
      String reason,
      @Nullable Instant deadline) {
    this(id, tool, args, reason, deadline, null, null, null);
  }

  /** Omits the arguments. */
  @Override
  public String toString() {
    return "WaitingGate[" + id + ", " + tool + "]";
  }
}
