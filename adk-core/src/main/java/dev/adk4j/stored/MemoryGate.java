package dev.adk4j.stored;

import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateDecisionRecord.Outcome;
import dev.adk4j.gate.GateDecisionRecord.Refusal;
import dev.adk4j.gate.GateDecisionRecord.ToolRun;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.TurnStore.Attempt;
import dev.adk4j.stored.TurnStore.Opening;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A gate in memory: its first and its last opening, the attempts to settle it, and its outcome.
 * Guarded by its store.
 */
final class MemoryGate {

  private static final Duration LONGEST = Duration.ofDays(36_500);

  final Opening first;
  final List<Made> made = new ArrayList<>();
  GateState state = GateState.OPEN;
  Opening asked;
  @Nullable Made decision;
  @Nullable Instant deliveredAt;
  int refusals;
  private final Instant openedAt;
  private final @Nullable String previous;
  private int openings;
  private @Nullable Instant deadline;
  private @Nullable Instant settledAt;

  MemoryGate(Opening opening, Instant now, @Nullable String previous) {
    this.first = opening;
    this.asked = opening;
    this.openedAt = now;
    this.previous = previous;
  }

  String ref() {
    return first.ref();
  }

  boolean of(@Nullable String tenant) {
    return tenant == null || first.scope().tenant().equals(tenant);
  }

  void ask(Opening opening, Instant now) {
    Duration timeout = opening.timeout();
    asked = opening;
    openings++;
    deadline =
        timeout == null ? null : now.plus(timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST);
  }

  /** Returns true if a later request can use the decision. */
  boolean answers() {
    return switch (state) {
      case RESOLVED -> decision != null && decision.run == null && decision.attempt.valueKept();
      case REJECTED -> deliveredAt == null;
      default -> false;
    };
  }

  boolean isOverdue(Instant now) {
    return state == GateState.OPEN && deadline != null && !now.isBefore(deadline);
  }

  /**
   * @param made the decision that counts; null for an open gate
   */
  void become(GateState next, @Nullable Made made, Instant now) {
    decision = made;
    state = next;
    settledAt = next.isFinal() ? now : null;
  }

  /**
   * @param attended true if the process that asked is alive
   */
  GateRecord record(Instant now, boolean attended) {
    return new GateRecord(
        ref(),
        first.scope(),
        asked.turnId(),
        asked.gateId(),
        first.key(),
        asked.reason(),
        asked.payload(),
        asked.hasSchema(),
        asked.tool(),
        asked.checksum(),
        asked.toolCallId(),
        asked.node(),
        !state.isFinal() && !attended && !asked.node().equals(Opening.NOBODY),
        openings,
        refusals,
        state,
        openedAt,
        Duration.between(openedAt, settledAt == null ? now : settledAt),
        deadline,
        settledAt,
        decision == null ? null : decision.attempt.decisionId(),
        deliveredAt,
        previous);
  }

  /** An attempt and its outcome. */
  static final class Made {
    final MemoryGate gate;
    final Attempt attempt;
    final Instant at;
    @Nullable Refusal refusal;
    @Nullable String detail;
    boolean edited;
    @Nullable ToolRun run;

    Made(MemoryGate gate, Attempt attempt, Instant at) {
      this.gate = gate;
      this.attempt = attempt;
      this.at = at;
      this.edited = attempt.edited();
    }

    boolean refused(boolean foreign) {
      return refusal != null && foreign == (refusal == Refusal.FOREIGN_TENANT);
    }

    void ended(Outcome outcome, @Nullable Instant endedAt) {
      if (run != null) {
        run = new ToolRun(run.tool(), run.digest(), run.node(), run.startedAt(), endedAt, outcome);
      }
    }

    GateDecisionRecord record() {
      return new GateDecisionRecord(
          attempt.decisionId(),
          attempt.tenant(),
          attempt.ref(),
          attempt.kind(),
          refusal,
          detail,
          attempt.actor(),
          at,
          attempt.value(),
          attempt.valueKept(),
          edited,
          attempt.comment(),
          run);
    }
  }
}
