package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stores gates in {@code adk_gate}, and all attempts to settle them in {@code adk_gate_decision},
 * which is the audit trail. Other processes are notified of a decision immediately on PostgreSQL,
 * and by polling on H2. Writes never join the caller's transaction.
 */
abstract class JdbcGates implements TurnStore {

  final Sql base;
  private final DataSource dataSource;
  private final GateStatements sql;
  private final GateDecisions decisions;

  JdbcGates(DataSource dataSource, StorageConnections connections, JdbcGateOptions options) {
    this.dataSource = dataSource;
    this.base = new Sql(connections);
    this.decisions = new GateDecisions(options);
    this.sql = new GateStatements(base, options, decisions);
  }

  @Override
  public Opened openGate(Opening opening) {
    return base.transaction(
        "opening a gate", checked(opening).scope().tenant(), on -> openIn(on, opening));
  }

  /** Opens a gate as part of a given transaction on this database, for the opening's tenant. */
  Opened openIn(Statements on, Opening opening) throws SQLException {
    String key = checked(opening).key();
    GateRecord known = key == null ? null : newest(on, opening.scope(), key);
    if (known != null && known.state() == GateState.OPEN && sql.timeOut(on, timeout(known))) {
      known = found(on, known.tenant(), known.ref());
    }
    GateDecisionRecord answer = known == null ? null : answer(on, known);
    if (known != null && (!known.state().isFinal() || answer != null)) {
      sql.ask(on, known.ref(), opening);
      return new Opened(found(on, known.tenant(), known.ref()), answer);
    }
    sql.insert(on, opening, known == null ? null : known.ref());
    return new Opened(found(on, opening.scope().tenant(), opening.ref()), null);
  }

  private @Nullable GateRecord newest(Statements on, Scope scope, String key) throws SQLException {
    return sql.one(on, sql.newest(scope, key).add(" for update"));
  }

  /**
   * Returns the opening. Throws {@code E_INVALID_INITIAL_TURN_GATE_VALUE} if a text of a key column
   * is too long.
   */
  private static Opening checked(Opening opening) {
    try {
      checkKey(opening.scope().tenant(), "$.scope.tenant");
      checkKey(opening.scope().conversation(), "$.scope.conversation");
      checkKey(opening.scope().subject(), "$.scope.subject");
      checkKey(opening.turnId(), "$.turnId");
      checkKey(opening.gateId(), "$.id");
      checkKey(opening.key(), "$.key");
      checkKey(opening.reason(), "$.reason");
      return opening;
    } catch (AdkException e) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_INITIAL_TURN_GATE_VALUE, String.valueOf(e.getMessage()), e);
    }
  }

  static void checkKey(@Nullable String text, String path) {
    if (text != null) {
      StorageConnections.key(text, path);
    }
  }

  @Override
  public boolean answers(Scope scope, String key) {
    Sql.Text newest = sql.newest(scope, key);
    return base.single(
        "checking for a decision",
        scope.tenant(),
        on -> {
          GateRecord known = sql.one(on, newest);
          return known != null && known.state().isFinal() && answer(on, known) != null;
        });
  }

  @Override
  public boolean keepsContent() {
    return sql.options().keepContent();
  }

  private @Nullable GateDecisionRecord answer(Statements on, GateRecord known) throws SQLException {
    boolean unheard = known.state() == GateState.REJECTED && known.deliveredAt() == null;
    if (known.decisionId() == null || (known.state() != GateState.RESOLVED && !unheard)) {
      return null;
    }
    GateDecisionRecord decision = decisions.decision(on, known.tenant(), known.decisionId());
    boolean usable =
        decision != null && (unheard || (decision.run() == null && decision.valueKept()));
    return usable ? decision : null;
  }

  private GateRecord found(Statements on, String tenant, String ref) throws SQLException {
    return Objects.requireNonNull(sql.find(on, tenant, ref));
  }

  @Override
  public Settled settle(Attempt settlement) {
    return base.transaction(
        "settling a gate",
        settlement.tenant(),
        on -> {
          String tenant = settlement.tenant();
          String ref = settlement.ref();
          if (sql.settle(on, settlement)) {
            decisions.add(on, settlement, null, null);
            return new Settled(true, found(on, tenant, ref));
          }
          GateRecord now = sql.lock(on, tenant, ref);
          if (now == null) {
            throw TurnRules.noGate(ref);
          }
          boolean late = sql.timeOut(on, timeout(now));
          sql.refuse(
              on,
              settlement,
              late ? GateDecisionRecord.Refusal.LATE : GateDecisionRecord.Refusal.CONFLICT,
              null);
          return new Settled(false, late ? found(on, tenant, ref) : now);
        });
  }

  private static Attempt timeout(GateRecord gate) {
    return Attempt.byTurn(gate.tenant(), gate.ref(), GateDecision.Kind.TIMEOUT);
  }

  @Override
  public boolean confirm(String tenant, String ref, String decisionId, boolean edited) {
    String doing = "accepting a decision";
    Statements.Work<Boolean> work = on -> sql.confirm(on, tenant, ref, decisionId, edited);
    return base.postgres ? base.single(doing, tenant, work) : base.transaction(doing, tenant, work);
  }

  @Override
  public boolean reopen(String tenant, String ref, String decisionId, String detail, String node) {
    return base.transaction(
        "refusing a decision", tenant, on -> sql.reopen(on, tenant, ref, decisionId, detail, node));
  }

  @Override
  public void refuse(Attempt attempt, GateDecisionRecord.Refusal refusal, @Nullable String detail) {
    base.transaction(
        "recording a refused decision",
        attempt.tenant(),
        on -> sql.refuse(on, attempt, refusal, detail));
  }

  /**
   * Locks only a gate that is overdue: nearly all are read here to see whether they are decided.
   */
  @Override
  public Optional<GateRecord> expire(String tenant, String ref) {
    Optional<GateRecord> read = gate(tenant, ref);
    return read.filter(JdbcGates::isOverdue).isEmpty()
        ? read
        : base.transaction(
            "timing out a gate",
            tenant,
            on -> {
              GateRecord now = sql.lock(on, tenant, ref);
              if (now != null && sql.timeOut(on, timeout(now))) {
                now = sql.find(on, tenant, ref);
              }
              return Optional.ofNullable(now);
            });
  }

  private static boolean isOverdue(GateRecord gate) {
    return gate.state() == GateState.OPEN
        && gate.deadline() != null
        && !gate.deadline().isAfter(gate.openedAt().plus(gate.age()));
  }

  @Override
  public void delivered(String tenant, String ref) {
    base.transaction(
        "recording the arrival of a decision",
        tenant,
        on -> {
          sql.delivered(on, tenant, ref);
          return null;
        });
  }

  @Override
  public Optional<GateRecord> gate(@Nullable String tenant, String ref) {
    return base.single(
        "reading a gate",
        tenant,
        on ->
            Optional.ofNullable(
                tenant == null
                    ? sql.one(on, sql.select().add("g.ref = ?", ref))
                    : sql.find(on, tenant, ref)));
  }

  @Override
  public Optional<Decided> decided(String tenant, String ref) {
    return base.single(
        "reading a gate", tenant, on -> Optional.ofNullable(sql.decided(on, tenant, ref)));
  }

  @Override
  public Optional<GateRecord> gate(@Nullable String tenant, String turnId, String gateId) {
    Sql.Text query =
        sql.select()
            .add("g.turn_id = ? and g.gate_id = ?", turnId, gateId)
            .addIfPresent(" and g.tenant = ?", tenant)
            .add(" order by g.asked_at desc, g.ref desc limit 1");
    return base.single("reading a gate", tenant, on -> Optional.ofNullable(sql.one(on, query)));
  }

  @Override
  public List<GateRecord> gates(GateQuery query) {
    Sql.Text select =
        sql.select()
            .add(query.undecided() ? "g.undecided = true" : "g.undecided in (true, false)")
            .addIfPresent(" and g.tenant = ?", query.tenant())
            .addIfPresent(" and g.conversation = ?", query.conversation())
            .addIfPresent(" and g.turn_id = ?", query.turnId())
            .addIfPresent(" and g.reason = ?", query.reason())
            .addIfPresent(" and g.ref > ?", query.after())
            .add(" order by g.ref limit " + query.limit());
    return base.single("listing gates", query.tenant(), on -> sql.all(on, select));
  }

  @Override
  public List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit) {
    return base.single(
        "reading decisions",
        tenant,
        on -> decisions.decisions(on, tenant, ref, foreign, after, limit));
  }

  @Override
  public Optional<GateDecisionRecord> decision(String tenant, String decisionId) {
    return base.single(
        "reading a decision",
        tenant,
        on -> Optional.ofNullable(decisions.decision(on, tenant, decisionId)));
  }

  @Override
  public boolean startTool(
      String tenant, String decisionId, String tool, String digest, String node) {
    return base.single(
        "starting a tool",
        tenant,
        on -> decisions.begin(on, tenant, decisionId, tool, digest, node));
  }

  @Override
  public void endTool(String tenant, String decisionId, GateDecisionRecord.Outcome outcome) {
    base.single(
        "recording the end of a tool",
        tenant,
        on -> decisions.end(on, tenant, decisionId, outcome.wire()));
  }

  @Override
  public void beat(String node) {
    base.single("writing the heartbeat of this process", null, on -> sql.beat(on, node));
  }

  @Override
  public int sweep(@Nullable String tenant) {
    int swept =
        base.single(
            "recording tools of unknown outcome", tenant, on -> decisions.markUnknown(on, tenant));
    List<GateRecord> abandoned =
        base.single("finding overdue gates", tenant, c -> sql.abandoned(c, tenant));
    for (GateRecord gate : abandoned) {
      swept += expire(gate.tenant(), gate.ref()).isPresent() ? 1 : 0;
    }
    if (tenant == null) {
      base.single("removing silent processes", null, sql::dropSilentNodes);
    }
    return swept;
  }

  @Override
  public GateCounts gateCounts() {
    long[] counts = base.single("counting gates", null, sql::counts).getFirst();
    return new GateCounts(counts[0], counts[0] - counts[1]);
  }

  @Override
  public Watch watch(Watcher watcher) {
    return new GateWatchLoop(dataSource, sql, watcher).start();
  }
}
