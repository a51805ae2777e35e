package dev.adk4j.event;

import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as its executor reports it, normally twice: announced, then complete.
 *
 * @param id the executor's id of the call
 * @param tool empty until known
 * @param args null until known
 * @param checksum empty until tool and arguments are known; matches {@code callId} of the tool
 *     execution events
 * @param results null until known
 * @param completedAt null until complete
 */
public record TurnToolCallContent(
    @Nullable String turnId,
    String id,
    String tool,
    @Nullable JsonValue args,
    String checksum,
    Instant createdAt,
    Instant updatedAt,
    @Nullable ToolResults results,
    boolean isComplete,
    boolean isError,
    @Nullable Instant completedAt)
    implements AgentEvent {

  /** Returns the same content for the given turn. */
  public TurnToolCallContent withTurnId(String turnId) {
    return new TurnToolCallContent(
        turnId,
        id,
        tool,
        args,
        checksum,
        createdAt,
        updatedAt,
        results,
        isComplete,
        isError,
        completedAt);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "TurnToolCallContent[" + id + ", " + tool + "]";
  }
}
