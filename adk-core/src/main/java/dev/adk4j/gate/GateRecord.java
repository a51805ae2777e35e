package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Gate as recorded by the store.
 *
 * @param ref name across processes, a UUID; stays the same if a turn that is run again waits for
 *     the gate once more
 * @param turnId the turn that asked last
 * @param gateId the id that this turn gave it
 * @param key key under which a decision is found again; null for none
 * @param payload the subject of the decision, as JSON; null if the store keeps no content
 * @param hasSchema true if a value must be checked on the node that waits
 * @param tool the tool that asked; null for other gates
 * @param checksum the checksum of that tool's call
 * @param toolCallId the id that the record of that call has, or will have; null for a call that is
 *     not recorded. The newest id, if a turn that was run again asked once more
 * @param node the process that waits, or waited
 * @param orphaned true if the gate is not settled and that process is gone: no process resumes
 *     until the turn is run again
 * @param openings number of times the gate was requested
 * @param refusals number of refused attempts to settle it, without those of other tenants
 * @param openedAt the time of the opening by the store's clock, like all its times
 * @param age time since it was opened, until it was settled or else until now
 * @param deadline time at which it times out
 * @param decisionId the decision that counts
 * @param deliveredAt time at which the waiting process received the decision
 * @param previous the gate that was decided before under the same key and cannot be used again
 */
public record GateRecord(
    String ref,
    Scope scope,
    String turnId,
    String gateId,
    @Nullable String key,
    String reason,
    @Nullable JsonValue payload,
    boolean hasSchema,
    @Nullable String tool,
    @Nullable String checksum,
    @Nullable String toolCallId,
    String node,
    boolean orphaned,
    int openings,
    int refusals,
    GateState state,
    Instant openedAt,
    Duration age,
    @Nullable Instant deadline,
    @Nullable Instant settledAt,
    @Nullable String decisionId,
    @Nullable Instant deliveredAt,
    @Nullable String previous) {

  public String tenant() {
    return scope.tenant();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "GateRecord[" + ref + ", " + state.wire() + "]";
  }
}
