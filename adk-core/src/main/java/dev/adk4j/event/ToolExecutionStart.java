package dev.adk4j.event;

import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool's handler is about to run with the validated {@code args}; {@code callId} equals the
 * checksum of the tool call.
 */
public record ToolExecutionStart(
    @Nullable String turnId, String toolName, String callId, JsonValue args, Instant startedAt)
    implements AgentEvent {
  /** Never the content. */
  @Override
  public String toString() {
    return "ToolExecutionStart[" + toolName + ", " + callId + "]";
  }
}
