package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Attempt to settle a gate, with its outcome. A refused one has neither value nor comment.
 *
 * @param id of the decision, a UUID
 * @param gate {@link GateRecord#ref()} of the gate
 * @param refusal reason why it changed nothing; null for the decision that counts
 * @param detail what was wrong with an invalid value, at most 2,000 characters; content
 * @param at by the store's clock
 * @param value what the gate was resolved with; null for other kinds and when it is not kept
 * @param valueKept true when {@code value} is what was given: false for a value that is no JSON,
 *     for a refused attempt, and when the store keeps no content
 * @param comment why a gate was rejected; content
 * @param run the tool's start, if there was one
 */
public record GateDecisionRecord(
    String id,
    String tenant,
    String gate,
    GateDecision.Kind kind,
    @Nullable Refusal refusal,
    @Nullable String detail,
    GateActor actor,
    Instant at,
    @Nullable JsonValue value,
    boolean valueKept,
    boolean edited,
    @Nullable String comment,
    @Nullable ToolRun run) {

  public GateDecisionRecord {
    if (refusal != null) {
      value = null;
      valueKept = false;
      comment = null;
    }
  }

  /** Returns true when it changed nothing. */
  public boolean refused() {
    return refusal != null;
  }

  /** Leaves the content out. */
  @Override
  public String toString() {
    return "GateDecisionRecord[" + id + ", " + kind.wire() + "]";
  }

  /** Reason why an attempt to settle a gate changed nothing. */
  public enum Refusal {
    /** Another decision was first. */
    CONFLICT,
    /** The gate's time was over. */
    LATE,
    /** The value does not fit the gate's schema. */
    INVALID,
    /** The {@link GateAuthorizer} refused. */
    UNAUTHORIZED,
    /**
     * The actor belongs to another tenant; they are told that there is no such gate. Only operators
     * see the attempt, the gate's own tenant does not.
     */
    FOREIGN_TENANT;

    /** Returns the name in stored records and JSON. */
    @com.fasterxml.jackson.annotation.JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The one start of a tool that a decision permitted.
   *
   * @param digest {@link dev.adk4j.value.Checksum#exact} of the call as it was started, after edits
   * @param node process in which it was started
   * @param endedAt null while it runs, and when its end was never seen
   */
  public record ToolRun(
      String tool,
      String digest,
      String node,
      Instant startedAt,
      @Nullable Instant endedAt,
      Outcome outcome) {}

  /** Outcome of a tool that a decision permitted. */
  public enum Outcome {
    /** It has not ended yet. */
    RUNNING,
    /** It returned. */
    SUCCEEDED,
    /** It threw. */
    FAILED,
    /** The decision was no: nothing was started, and the decision is used up. */
    DECLINED,
    /** Its process died: it may have done everything, something, or nothing. */
    UNKNOWN;

    /** Returns the name in stored records and JSON. */
    @com.fasterxml.jackson.annotation.JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
