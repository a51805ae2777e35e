package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Gate as the store knows it.
 *
 * @param ref name across processes, a UUID; stays the same when a turn that is run again waits for
 *     it anew
 * @param turnId of the turn that asked last
 * @param gateId id that this turn gave it
 * @param key under which a decision is found again; null for a gate without
 * @param payload what is to be decided on, as JSON; null when the store keeps no content
 * @param hasSchema true when a value has to be checked on the node that waits
 * @param tool the tool that asked; null for other gates
 * @param checksum of that tool's call
 * @param toolCallId the id that the record of that call has, or will have; null for a call that is
 *     not recorded. The newest, if a turn that was run again asked anew
 * @param node the process that waits, or waited
 * @param orphaned true when it is not settled and that process is gone: nobody resumes until the
 *     turn is run again
 * @param openings number of times it was asked for
 * @param refusals number of refused attempts to settle it, those of other tenants not counted
 * @param openedAt by the store's clock, like all its times
 * @param age time since it was opened, until it was settled or else until now
 * @param deadline time at which it times out
 * @param decisionId of the decision that counts
 * @param deliveredAt time at which the waiting process got the decision
 * @param previous the gate that was decided before under the same key and can not be used again
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

  /** Leaves the content out. */
  @Override
  public String toString() {
    return "GateRecord[" + ref + ", " + state.wire() + "]";
  }
}
