package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to settle a gate, whatever came of it. A refused one has neither value nor comment.
 *
 * @param id of the decision, a UUID
 * @param gate the {@link GateRecord#ref()} it was about
 * @param refusal why it changed nothing; null for the decision that counts
 * @param detail what was wrong, for an invalid value, at most 2,000 characters of it; content
 * @param at by the store's clock
 * @param value what the gate was resolved with; null for other kinds and where it is not kept
 * @param valueKept whether {@code value} is what was given: not for a value that is no JSON, for a
 *     refused attempt, and where the store keeps no content
 * @param comment why a gate was rejected; content
 * @param run the tool's start, where there was one
 */
public record GateDecisionRecord(
    String id,
    String tenant,
    String gate,
    GateDecisionKind kind,
    @Nullable GateRefusal refusal,
    @Nullable String detail,
    GateActor actor,
    Instant at,
    @Nullable JsonValue value,
    boolean valueKept,
    boolean edited,
    @Nullable String comment,
    @Nullable ToolRun run) {

  /** Whether it changed nothing. */
  public boolean refused() {
    return refusal != null;
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "GateDecisionRecord[" + id + ", " + kind.wire() + "]";
  }
}
