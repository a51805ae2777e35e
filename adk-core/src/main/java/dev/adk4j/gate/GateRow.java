package dev.adk4j.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A gate in memory. Guarded by its store's lock. */
final class GateRow {

  final GateOpening first;
  final List<Decision> decisions = new ArrayList<>();
  final @Nullable String previous;
  final Instant openedAt;
  GateOpening asked;
  int openings = 1;
  int refusals;
  GateState state = GateState.OPEN;
  @Nullable Instant deadline;
  @Nullable Instant settledAt;
  @Nullable Decision decision;
  @Nullable Instant deliveredAt;

  GateRow(GateOpening opening, Instant now, @Nullable String previous) {
    this.first = opening;
    this.previous = previous;
    this.openedAt = now;
    this.asked = opening;
    askedFor(opening, now);
  }

  void askedFor(GateOpening opening, Instant now) {
    this.asked = opening;
    this.deadline = opening.timeout() == null ? null : now.plus(opening.timeout());
  }

  boolean overdue(Instant now) {
    return state == GateState.OPEN && deadline != null && !now.isBefore(deadline);
  }

  void settle(Decision decision, GateState state, Instant now) {
    this.decision = decision;
    this.state = state;
    this.settledAt = state.isFinal() ? now : null;
  }

  void reopen() {
    this.decision = null;
    this.state = GateState.OPEN;
    this.settledAt = null;
  }

  /** The refused attempts of one sort that are too many, oldest first. */
  List<Decision> tooMany(boolean foreign) {
    List<Decision> refused =
        decisions.stream().filter(d -> d.made.refused() && d.foreign() == foreign).toList();
    return refused.subList(0, Math.max(0, refused.size() - GateStore.REFUSALS_KEPT));
  }

  boolean has(String decisionId) {
    return decision != null && decision.made.id().equals(decisionId);
  }

  GateRecord record(Instant now, boolean alive) {
    return new GateRecord(
        first.ref(),
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
        !state.isFinal() && !alive,
        openings,
        refusals,
        state,
        openedAt,
        Duration.between(openedAt, settledAt == null ? now : settledAt),
        deadline,
        settledAt,
        decision == null ? null : decision.made.id(),
        deliveredAt,
        previous);
  }

  /** A decision and what came of it. */
  static final class Decision {
    GateDecisionRecord made;

    Decision(
        GateSettlement s, Instant now, @Nullable GateRefusal refusal, @Nullable String detail) {
      this.made =
          new GateDecisionRecord(
              s.decisionId(),
              s.tenant(),
              s.ref(),
              s.kind(),
              refusal,
              detail,
              s.actor(),
              now,
              refusal == null ? s.value() : null,
              refusal == null && s.valueKept(),
              s.edited(),
              refusal == null ? s.comment() : null,
              null);
    }

    @Nullable ToolRun run() {
      return made.run();
    }

    void run(ToolRun run) {
      made = copy(made.refusal(), made.detail(), made.edited(), run);
    }

    void refuse(GateRefusal refusal, String detail) {
      made = copy(refusal, detail, made.edited(), made.run());
    }

    void edited(boolean edited) {
      made = copy(made.refusal(), made.detail(), edited, made.run());
    }

    boolean foreign() {
      return made.refusal() == GateRefusal.FOREIGN_TENANT;
    }

    private GateDecisionRecord copy(
        @Nullable GateRefusal refusal,
        @Nullable String detail,
        boolean edited,
        @Nullable ToolRun run) {
      return new GateDecisionRecord(
          made.id(),
          made.tenant(),
          made.gate(),
          made.kind(),
          refusal,
          detail,
          made.actor(),
          made.at(),
          refusal == null ? made.value() : null,
          refusal == null && made.valueKept(),
          edited,
          refusal == null ? made.comment() : null,
          run);
    }
  }
}
