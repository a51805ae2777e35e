package dev.adk4j.stored;

import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateDecisionRecord.Outcome;
import dev.adk4j.gate.GateDecisionRecord.Refusal;
import dev.adk4j.gate.GateDecisionRecord.ToolRun;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.MemoryGate.Made;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores gates in memory. Guarded by its monitor; nothing blocks inside. */
abstract class InMemoryGates implements TurnStore {

  private static final Duration DEAD_AFTER = Duration.ofSeconds(20);

  private final MemoryRows<String, MemoryGate> rows = new MemoryRows<>();
  private final Map<Key, MemoryGate> newest = new HashMap<>();
  private final Map<String, Made> decisions = new HashMap<>();
  private final Map<String, Instant> nodes = new HashMap<>();
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
  final InstantSource clock;

  InMemoryGates(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized Opened openGate(Opening opening) {
    Instant now = clock.instant();
    MemoryGate row = newest(opening.scope(), opening.key());
    if (row != null && !expire(row, now) && row.answers()) {
      return new Opened(record(row, now), Objects.requireNonNull(row.decision).record());
    }
    if (row == null || row.state.isFinal()) {
      row = new MemoryGate(opening, now, row == null ? null : row.ref());
      rows.put(opening.ref(), row);
      if (opening.key() != null) {
        newest.put(key(opening), row);
      }
    }
    row.ask(opening, now);
    return new Opened(record(row, now), null);
  }

  @Override
  public synchronized boolean answers(Scope scope, String key) {
    MemoryGate row = newest(scope, key);
    return row != null && row.state.isFinal() && row.answers();
  }

  private static Key key(Opening opening) {
    Scope scope = opening.scope();
    return new Key(scope.tenant(), scope.conversation(), Objects.requireNonNull(opening.key()));
  }

  /** Name under which a later request may find a gate again. */
  private record Key(String tenant, @Nullable String conversation, String key) {}

  private @Nullable MemoryGate newest(Scope scope, @Nullable String key) {
    return key == null ? null : newest.get(new Key(scope.tenant(), scope.conversation(), key));
  }

  @Override
  public synchronized Settled settle(Attempt attempt) {
    Instant now = clock.instant();
    MemoryGate row = row(attempt.tenant(), attempt.ref());
    if (row == null) {
      throw TurnRules.noGate(attempt.ref());
    }
    boolean late = attempt.kind() != GateDecision.Kind.TIMEOUT && expire(row, now);
    boolean won = row.state == GateState.OPEN;
    Made made = add(row, attempt, now);
    if (won) {
      settle(made, attempt.provisional() ? GateState.PROPOSED : attempt.kind().end(), now);
    } else {
      refuse(made, late ? Refusal.LATE : Refusal.CONFLICT, null);
    }
    tell(row);
    return new Settled(won, record(row, now));
  }

  @Override
  public synchronized boolean confirm(
      String tenant, String ref, String decisionId, boolean edited) {
    Made decision = counting(tenant, decisionId);
    if (decision == null || decision.gate.state != GateState.PROPOSED) {
      return false;
    }
    Instant now = clock.instant();
    decision.edited = edited;
    decision.gate.deliveredAt = now;
    settle(decision, decision.attempt.kind().end(), now);
    tell(decision.gate);
    return true;
  }

  @Override
  public synchronized boolean reopen(
      String tenant, String ref, String decisionId, String detail, String node) {
    Made decision = counting(tenant, decisionId);
    if (decision == null) {
      return false;
    }
    MemoryGate row = decision.gate;
    rows.reopen(ref);
    row.become(GateState.OPEN, null, clock.instant());
    refuse(decision, Refusal.INVALID, detail);
    tell(row);
    return true;
  }

  /** Returns the decision if it is the one that counts for its gate. */
  private @Nullable Made counting(String tenant, String decisionId) {
    Made made = decisions.get(decisionId);
    return made != null && made.gate.of(tenant) && made.gate.decision == made ? made : null;
  }

  @Override
  public synchronized void refuse(Attempt attempt, Refusal refusal, @Nullable String detail) {
    MemoryGate row = row(attempt.tenant(), attempt.ref());
    if (row != null) {
      refuse(add(row, attempt, clock.instant()), refusal, detail);
    }
  }

  @Override
  public synchronized Optional<GateRecord> expire(String tenant, String ref) {
    Instant now = clock.instant();
    MemoryGate row = row(tenant, ref);
    if (row != null && expire(row, now)) {
      tell(row);
    }
    return Optional.ofNullable(row).map(same -> record(same, now));
  }

  @Override
  public synchronized void delivered(String tenant, String ref) {
    MemoryGate row = row(tenant, ref);
    if (row != null && row.deliveredAt == null) {
      row.deliveredAt = clock.instant();
    }
  }

  @Override
  public synchronized Optional<GateRecord> gate(@Nullable String tenant, String ref) {
    return Optional.ofNullable(row(tenant, ref)).map(row -> record(row, clock.instant()));
  }

  @Override
  public synchronized Optional<GateRecord> gate(
      @Nullable String tenant, String turnId, String gateId) {
    return records()
        .filter(gate -> wanted(tenant, gate.tenant()))
        .filter(gate -> gate.turnId().equals(turnId) && gate.gateId().equals(gateId))
        .reduce((older, newer) -> newer);
  }

  @Override
  public synchronized List<GateRecord> gates(GateQuery query) {
    return records()
        .sorted(Comparator.comparing(GateRecord::ref))
        .filter(gate -> query.after() == null || gate.ref().compareTo(query.after()) > 0)
        .filter(gate -> wanted(query.tenant(), gate.tenant()))
        .filter(gate -> wanted(query.conversation(), gate.scope().conversation()))
        .filter(gate -> wanted(query.turnId(), gate.turnId()))
        .filter(gate -> wanted(query.reason(), gate.reason()))
        .filter(gate -> !query.undecided() || !gate.state().isFinal())
        .limit(query.limit())
        .toList();
  }

  private static boolean wanted(@Nullable String wanted, @Nullable String value) {
    return wanted == null || wanted.equals(value);
  }

  @Override
  public synchronized List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit) {
    MemoryGate row = row(tenant, ref);
    List<Made> made = row == null ? List.of() : row.made;
    return made.stream()
        .filter(attempt -> attempt.refused(true) == foreign)
        .map(Made::record)
        .filter(record -> after == null || record.id().compareTo(after) > 0)
        .sorted(Comparator.comparing(GateDecisionRecord::id))
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized Optional<GateDecisionRecord> decision(String tenant, String decisionId) {
    return made(tenant, decisionId).map(Made::record);
  }

  private Optional<Made> made(String tenant, String decisionId) {
    return Optional.ofNullable(decisions.get(decisionId)).filter(made -> made.gate.of(tenant));
  }

  @Override
  public synchronized boolean startTool(
      String tenant, String decisionId, String tool, String digest, String node) {
    Made made = counting(tenant, decisionId);
    boolean first = made != null && made.gate.state == GateState.RESOLVED && made.run == null;
    if (made != null && first) {
      made.run = new ToolRun(tool, digest, node, clock.instant(), null, Outcome.RUNNING);
    }
    return first;
  }

  @Override
  public synchronized void endTool(String tenant, String decisionId, Outcome outcome) {
    made(tenant, decisionId).ifPresent(made -> made.ended(outcome, clock.instant()));
  }

  @Override
  public synchronized void beat(String node) {
    nodes.put(node, clock.instant());
  }

  @Override
  public synchronized int sweep(@Nullable String tenant) {
    Instant now = clock.instant();
    int swept = 0;
    for (MemoryGate row : rows.stream().toList()) {
      if (row.of(tenant)) {
        swept += !alive(row.asked.node(), now) && expire(row, now) ? 1 : 0;
        swept += row.decision != null && lost(row.decision, now) ? 1 : 0;
      }
    }
    return swept;
  }

  /** Records the unknown outcome of a tool whose process is gone. */
  private boolean lost(Made made, Instant now) {
    ToolRun run = made.run;
    boolean lost = run != null && run.outcome() == Outcome.RUNNING && !alive(run.node(), now);
    if (lost) {
      made.ended(Outcome.UNKNOWN, null);
    }
    return lost;
  }

  @Override
  public synchronized GateCounts gateCounts() {
    List<GateRecord> open = records().filter(gate -> !gate.state().isFinal()).toList();
    return new GateCounts(open.size(), open.stream().filter(GateRecord::orphaned).count());
  }

  @Override
  public Watch watch(Watcher watcher) {
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }

  private void tell(MemoryGate row) {
    watchers.forEach(watcher -> watcher.changed(row.ref()));
  }

  /** Settles the gate as timed out if its time is over. */
  private boolean expire(MemoryGate row, Instant now) {
    boolean overdue = row.isOverdue(now);
    if (overdue) {
      String tenant = row.first.scope().tenant();
      Attempt end = Attempt.byTurn(tenant, row.ref(), GateDecision.Kind.TIMEOUT);
      settle(add(row, end, now), GateState.TIMEOUT, now);
    }
    return overdue;
  }

  private void settle(Made decision, GateState state, Instant now) {
    decision.gate.become(state, decision, now);
    MemoryGate oldest = state.isFinal() ? rows.end(decision.gate.ref()) : null;
    if (oldest != null) {
      if (oldest.first.key() != null) {
        newest.remove(key(oldest.first), oldest);
      }
      oldest.made.forEach(made -> decisions.remove(made.attempt.decisionId()));
    }
  }

  private Made add(MemoryGate row, Attempt attempt, Instant now) {
    Made made = new Made(row, attempt, now);
    row.made.add(made);
    decisions.put(attempt.decisionId(), made);
    return made;
  }

  /** Refuses and counts an attempt. Removes the oldest attempts over the limit. */
  private void refuse(Made made, Refusal refusal, @Nullable String detail) {
    made.refusal = refusal;
    made.detail = detail;
    boolean foreign = refusal == Refusal.FOREIGN_TENANT;
    made.gate.refusals += foreign ? 0 : 1;
    List<Made> kept = made.gate.made.stream().filter(other -> other.refused(foreign)).toList();
    for (Made old : kept.subList(0, Math.max(0, kept.size() - REFUSALS_KEPT))) {
      made.gate.made.remove(old);
      decisions.remove(old.attempt.decisionId());
    }
  }

  private @Nullable MemoryGate row(@Nullable String tenant, String ref) {
    MemoryGate row = rows.get(ref);
    return row == null || !row.of(tenant) ? null : row;
  }

  private boolean alive(String node, Instant now) {
    Instant seen = nodes.get(node);
    return seen != null && Duration.between(seen, now).compareTo(DEAD_AFTER) < 0;
  }

  private Stream<GateRecord> records() {
    Instant now = clock.instant();
    return rows.stream().map(row -> record(row, now));
  }

  private GateRecord record(MemoryGate row, Instant now) {
    return row.record(now, alive(row.asked.node(), now));
  }
}
