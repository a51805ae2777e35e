package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Attempt to settle a gate, with its outcome. A refused attempt has neither value nor comment.
 *
 * @param id the id of the decision, a UUID
 * @param gate {@link GateRecord#ref()} of the gate
 * @param refusal reason why the attempt changed nothing; null for the decision that counts
 * @param detail the problem with an invalid value, at most 2,000 characters; content
 * @param at the time by the store's clock
 * @param value the value that resolved the gate; null for other kinds, and if the value is not kept
 * @param valueKept true if {@code value} is the given value; false for a value that is not JSON,
 *     for a refused attempt, and if the store keeps no content
 * @param comment why a gate was rejected; content
 * @param run the tool's start; null if none
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

  /** Returns true if the attempt changed nothing. */
  public boolean refused() {
    return refusal != null;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "GateDecisionRecord[" + id + ", " + kind.wire() + "]";
  }

  /** Reason why an attempt to settle a gate changed nothing. */
  public enum Refusal implements WireName {
    /** Another decision was first. */
    CONFLICT,
    /** The gate's time was over. */
    LATE,
    /** The value does not fit the gate's schema. */
    INVALID,
    /** The {@link GateAuthorizer} refused. */
    UNAUTHORIZED,
    /**
     * The actor belongs to another tenant and receives the answer that the gate does not exist.
     * Only operators see the attempt; the gate's own tenant does not.
     */
    FOREIGN_TENANT
  }

  /**
   * The one start of a tool that a decision permitted.
   *
   * @param digest {@link dev.adk4j.value.Checksum#exact} of the call as it was started, after edits
   * @param node process in which it was started
   * @param endedAt null while it runs, and if its end was never observed
   */
  public record ToolRun(
      String tool,
      String digest,
      String node,
      Instant startedAt,
      @Nullable Instant endedAt,
      Outcome outcome) {}

  /** Outcome of a tool that a decision permitted. */
  public enum Outcome implements WireName {
    /** It has not ended yet. */
    RUNNING,
    /** It returned. */
    SUCCEEDED,
    /** It threw. */
    FAILED,
    /** The decision was a refusal: no tool was started, and the decision is used up. */
    DECLINED,
    /** Its process died: the tool may have completed, partly run, or not run at all. */
    UNKNOWN
  }
}
