package dev.adk4j.web.internal.gate;

import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gate in the form that clients receive.
 *
 * @param checksum call id in the events of the tool's call
 * @param toolCallId id that the record of the call has or will have
 * @param refusals number of rejected attempts to settle the gate; the newest 100 are stored
 * @param decisions attempts to settle the gate, oldest first; empty in lists and in the response to
 *     a settlement
 * @param next cursor of the further attempts; null if these are all
 */
public record GateView(
    String ref,
    @Nullable String subject,
    @Nullable String conversation,
    String turnId,
    String gateId,
    String reason,
    @Nullable JsonValue payload,
    @Nullable String tool,
    @Nullable String checksum,
    @Nullable String toolCallId,
    String state,
    boolean orphaned,
    Instant openedAt,
    long ageMillis,
    @Nullable Instant deadline,
    @Nullable Instant settledAt,
    @Nullable String previous,
    int refusals,
    List<Decision> decisions,
    @Nullable String next) {

  static GateView of(GateRecord gate) {
    return of(gate, List.of(), null);
  }

  static GateView of(GateRecord gate, List<GateDecisionRecord> decisions, @Nullable String next) {
    return new GateView(
        gate.ref(),
        gate.scope().subject(),
        gate.scope().conversation(),
        gate.turnId(),
        gate.gateId(),
        gate.reason(),
        gate.payload(),
        gate.tool(),
        gate.checksum(),
        gate.toolCallId(),
        gate.state().wire(),
        gate.orphaned(),
        gate.openedAt(),
        gate.age().toMillis(),
        gate.deadline(),
        gate.settledAt(),
        gate.previous(),
        gate.refusals(),
        decisions.stream().map(Decision::of).toList(),
        next);
  }

  /** Attempt to settle the gate, with the outcome of the tool call that it allowed. */
  public record Decision(
      String id,
      String kind,
      @Nullable String refusal,
      @Nullable String actor,
      List<String> authorities,
      String channel,
      Instant at,
      @Nullable JsonValue value,
      boolean edited,
      @Nullable String comment,
      @Nullable String toolOutcome) {

    static Decision of(GateDecisionRecord made) {
      return new Decision(
          made.id(),
          made.kind().wire(),
          made.refusal() == null ? null : made.refusal().wire(),
          made.actor().name(),
          List.copyOf(made.actor().authorities()),
          made.actor().channel(),
          made.at(),
          made.value(),
          made.edited(),
          made.comment(),
          made.run() == null ? null : made.run().outcome().wire());
    }
  }
}
