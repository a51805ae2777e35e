package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gates and decisions in the memory of one process, for tests and for applications without a
 * database. Ends with the process; of settled gates it remembers the newest ones only.
 */
public final class InMemoryGateStore implements GateStore {

  /** How many settled gates are remembered. */
  public static final int SETTLED_GATES = 10_000;

  private static final Duration DEAD_AFTER = Duration.ofSeconds(20);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, GateRow> rows = new LinkedHashMap<>();
  private final Map<String, GateRow> byDecision = new HashMap<>();
  private final Map<String, Instant> nodes = new HashMap<>();
  private final List<GateWatcher> watchers = new CopyOnWriteArrayList<>();
  private final InstantSource clock;
  private int settled;

  public InMemoryGateStore() {
    this(InstantSource.system());
  }

  public InMemoryGateStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public OpenedGate open(GateOpening opening) {
    return locked(
        () -> {
          Instant now = clock.instant();
          GateRow known = newest(opening);
          if (known != null && known.overdue(now)) {
            timeOut(known, now);
          }
          if (known != null && !known.state.isFinal()) {
            known.openings++;
            known.askedFor(opening, now);
            return new OpenedGate(record(known, now), null);
          }
          if (known != null && answers(known)) {
            return new OpenedGate(record(known, now), Objects.requireNonNull(known.decision).made);
          }
          GateRow row = new GateRow(opening, now, known == null ? null : known.first.ref());
          rows.put(opening.ref(), row);
          return new OpenedGate(record(row, now), null);
        });
  }

  private @Nullable GateRow newest(GateOpening opening) {
    GateRow found = null;
    if (opening.key() != null) {
      for (GateRow row : rows.values()) {
        if (opening.key().equals(row.first.key())
            && row.first.scope().tenant().equals(opening.scope().tenant())
            && Objects.equals(row.first.scope().conversation(), opening.scope().conversation())) {
          found = row;
        }
      }
    }
    return found;
  }

  private static boolean answers(GateRow row) {
    GateRow.Decision decision = Objects.requireNonNull(row.decision);
    return switch (row.state) {
      case RESOLVED -> decision.run() == null && decision.made.valueKept();
      case REJECTED -> row.deliveredAt == null;
      default -> false;
    };
  }

  @Override
  public SettleResult settle(GateSettlement settlement) {
    SettleResult result =
        locked(
            () -> {
              Instant now = clock.instant();
              GateRow row = require(settlement.tenant(), settlement.ref());
              boolean late = row.overdue(now) && settlement.kind() != GateDecisionKind.TIMEOUT;
              if (late) {
                timeOut(row, now);
              }
              if (row.state != GateState.OPEN) {
                add(row, settlement, late ? GateRefusal.LATE : GateRefusal.CONFLICT, null);
                return new SettleResult(false, record(row, now));
              }
              GateRow.Decision decision = add(row, settlement, null, null);
              settle(
                  row,
                  decision,
                  settlement.provisional() ? GateState.PROPOSED : settlement.kind().end(),
                  now);
              return new SettleResult(true, record(row, now));
            });
    tell(settlement.ref());
    return result;
  }

  @Override
  public boolean confirm(String tenant, String ref, String decisionId, boolean edited) {
    return changing(
        ref,
        () -> {
          GateRow row = row(tenant, ref);
          if (row == null || row.state != GateState.PROPOSED || !row.has(decisionId)) {
            return false;
          }
          GateRow.Decision decision = Objects.requireNonNull(row.decision);
          decision.edited(edited);
          Instant now = clock.instant();
          settle(row, decision, decision.made.kind().end(), now);
          row.deliveredAt = now;
          return true;
        });
  }

  @Override
  public boolean reopen(String tenant, String ref, String decisionId, String detail, String node) {
    return changing(
        ref,
        () -> {
          GateRow row = row(tenant, ref);
          if (row == null || !row.has(decisionId)) {
            return false;
          }
          Objects.requireNonNull(row.decision).refuse(GateRefusal.INVALID, detail);
          refused(row, false);
          if (row.state.isFinal()) {
            settled--;
          }
          row.reopen();
          return true;
        });
  }

  @Override
  public void refuse(GateSettlement attempt, GateRefusal refusal, @Nullable String detail) {
    locked(
        () -> {
          GateRow row = row(attempt.tenant(), attempt.ref());
          return row == null ? null : add(row, attempt, refusal, detail);
        });
  }

  @Override
  public Optional<GateRecord> expire(String tenant, String ref) {
    Optional<GateRecord> after =
        locked(
            () -> {
              Instant now = clock.instant();
              GateRow row = row(tenant, ref);
              if (row != null && row.overdue(now)) {
                timeOut(row, now);
              }
              return Optional.ofNullable(row).map(r -> record(r, now));
            });
    tell(ref);
    return after;
  }

  @Override
  public void delivered(String tenant, String ref) {
    locked(
        () -> {
          GateRow row = row(tenant, ref);
          if (row != null && row.deliveredAt == null) {
            row.deliveredAt = clock.instant();
          }
          return row;
        });
  }

  @Override
  public Optional<GateRecord> find(@Nullable String tenant, String ref) {
    return locked(
        () -> Optional.ofNullable(row(tenant, ref)).map(row -> record(row, clock.instant())));
  }

  @Override
  public Optional<GateRecord> find(@Nullable String tenant, String turnId, String gateId) {
    return locked(
        () ->
            rows.values().stream()
                .filter(row -> tenant == null || row.first.scope().tenant().equals(tenant))
                .filter(row -> row.asked.turnId().equals(turnId))
                .filter(row -> row.asked.gateId().equals(gateId))
                .reduce((older, newer) -> newer)
                .map(row -> record(row, clock.instant())));
  }

  @Override
  public List<GateRecord> list(GateQuery query) {
    return locked(
        () -> {
          Instant now = clock.instant();
          return rows.values().stream()
              .map(row -> record(row, now))
              .sorted(Comparator.comparing(GateRecord::ref))
              .filter(gate -> query.after() == null || gate.ref().compareTo(query.after()) > 0)
              .filter(gate -> query.tenant() == null || gate.tenant().equals(query.tenant()))
              .filter(
                  gate ->
                      query.conversation() == null
                          || query.conversation().equals(gate.scope().conversation()))
              .filter(gate -> query.turnId() == null || gate.turnId().equals(query.turnId()))
              .filter(gate -> query.reason() == null || gate.reason().equals(query.reason()))
              .filter(gate -> !query.undecided() || !gate.state().isFinal())
              .limit(query.limit())
              .toList();
        });
  }

  @Override
  public List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit) {
    return locked(
        () -> {
          GateRow row = row(tenant, ref);
          return row == null
              ? List.of()
              : row.decisions.stream()
                  .filter(decision -> decision.foreign() == foreign)
                  .map(decision -> decision.made)
                  .filter(made -> after == null || made.id().compareTo(after) > 0)
                  .sorted(Comparator.comparing(GateDecisionRecord::id))
                  .limit(limit)
                  .toList();
        });
  }

  @Override
  public Optional<GateDecisionRecord> decision(String tenant, String decisionId) {
    return locked(
        () -> Optional.ofNullable(made(tenant, decisionId)).map(decision -> decision.made));
  }

  @Override
  public boolean begin(String tenant, String decisionId, String tool, String digest, String node) {
    return locked(
        () -> {
          GateRow row = byDecision.get(decisionId);
          if (row == null
              || !row.first.scope().tenant().equals(tenant)
              || row.state != GateState.RESOLVED
              || !row.has(decisionId)
              || Objects.requireNonNull(row.decision).run() != null) {
            return false;
          }
          row.decision.run(
              new ToolRun(tool, digest, node, clock.instant(), null, ToolRun.Outcome.RUNNING));
          return true;
        });
  }

  @Override
  public void end(String tenant, String decisionId, ToolRun.Outcome outcome) {
    locked(
        () -> {
          GateRow.Decision decision = made(tenant, decisionId);
          if (decision != null && decision.run() != null) {
            end(decision, outcome, clock.instant());
          }
          return decision;
        });
  }

  private static void end(
      GateRow.Decision decision, ToolRun.Outcome outcome, @Nullable Instant at) {
    ToolRun run = Objects.requireNonNull(decision.run());
    decision.run(new ToolRun(run.tool(), run.digest(), run.node(), run.startedAt(), at, outcome));
  }

  @Override
  public void beat(String node) {
    locked(() -> nodes.put(node, clock.instant()));
  }

  @Override
  public int sweep(@Nullable String tenant) {
    return locked(
        () -> {
          Instant now = clock.instant();
          int swept = 0;
          for (GateRow row : rows.values()) {
            if (tenant != null && !row.first.scope().tenant().equals(tenant)) {
              continue;
            }
            if (row.overdue(now) && !alive(row.asked.node(), now)) {
              timeOut(row, now);
              swept++;
            }
            ToolRun run = row.decision == null ? null : row.decision.run();
            if (run != null
                && run.outcome() == ToolRun.Outcome.RUNNING
                && !alive(run.node(), now)) {
              end(Objects.requireNonNull(row.decision), ToolRun.Outcome.UNKNOWN, null);
              swept++;
            }
          }
          return swept;
        });
  }

  @Override
  public GateCounts counts() {
    return locked(
        () -> {
          Instant now = clock.instant();
          List<GateRecord> open =
              rows.values().stream()
                  .filter(row -> !row.state.isFinal())
                  .map(row -> record(row, now))
                  .toList();
          return new GateCounts(open.size(), open.stream().filter(GateRecord::orphaned).count());
        });
  }

  @Override
  public GateWatch watch(GateWatcher watcher) {
    watchers.add(watcher);
    return new GateWatch() {
      @Override
      public void wake() {}

      @Override
      public void close() {
        watchers.remove(watcher);
      }
    };
  }

  private GateRow.Decision add(
      GateRow row,
      GateSettlement settlement,
      @Nullable GateRefusal refusal,
      @Nullable String detail) {
    GateRow.Decision decision = new GateRow.Decision(settlement, clock.instant(), refusal, detail);
    row.decisions.add(decision);
    byDecision.put(settlement.decisionId(), row);
    if (refusal != null) {
      refused(row, decision.foreign());
    }
    return decision;
  }

  private void refused(GateRow row, boolean foreign) {
    row.refusals += foreign ? 0 : 1;
    for (GateRow.Decision old : row.tooMany(foreign)) {
      row.decisions.remove(old);
      byDecision.remove(old.made.id());
    }
  }

  private void timeOut(GateRow row, Instant now) {
    GateSettlement end =
        new GateSettlement(
            Ids.next(),
            row.first.scope().tenant(),
            row.first.ref(),
            GateDecisionKind.TIMEOUT,
            GateActor.process(GateActor.TURN),
            null,
            true,
            false,
            null,
            false);
    settle(row, add(row, end, null, null), GateState.TIMEOUT, now);
  }

  private void settle(GateRow row, GateRow.Decision decision, GateState state, Instant now) {
    row.settle(decision, state, now);
    if (state.isFinal() && ++settled > SETTLED_GATES) {
      rows.values().stream().filter(old -> old.state.isFinal()).findFirst().ifPresent(this::drop);
    }
  }

  private void drop(GateRow row) {
    settled--;
    rows.remove(row.first.ref());
    row.decisions.forEach(decision -> byDecision.remove(decision.made.id()));
  }

  private GateRow.@Nullable Decision made(String tenant, String decisionId) {
    GateRow row = byDecision.get(decisionId);
    if (row == null || !row.first.scope().tenant().equals(tenant)) {
      return null;
    }
    return row.decisions.stream()
        .filter(decision -> decision.made.id().equals(decisionId))
        .findFirst()
        .orElse(null);
  }

  private GateRow require(String tenant, String ref) {
    GateRow row = row(tenant, ref);
    if (row == null) {
      throw new AdkException(AdkErrorCode.E_GATE_NOT_FOUND, "There is no gate '" + ref + "'.");
    }
    return row;
  }

  private @Nullable GateRow row(@Nullable String tenant, String ref) {
    GateRow row = rows.get(ref);
    return row == null || (tenant != null && !row.first.scope().tenant().equals(tenant))
        ? null
        : row;
  }

  private GateRecord record(GateRow row, Instant now) {
    return row.record(now, alive(row.asked.node(), now));
  }

  private boolean alive(String node, Instant now) {
    Instant seen = nodes.get(node);
    return seen != null && Duration.between(seen, now).compareTo(DEAD_AFTER) < 0;
  }

  private boolean changing(String ref, Supplier<Boolean> work) {
    boolean changed = locked(work);
    tell(ref);
    return changed;
  }

  private void tell(String ref) {
    watchers.forEach(watcher -> watcher.changed(ref));
  }

  private <T extends @Nullable Object> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
