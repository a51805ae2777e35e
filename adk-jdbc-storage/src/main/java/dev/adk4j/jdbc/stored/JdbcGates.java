package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import java.sql.Connection;
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

  static final String ALL_TENANTS = "";

  final StorageConnections connections;
  private final DataSource dataSource;
  private final GateStatements sql;
  private final GateDecisions decisions;
  private final JdbcGateOptions options;

  JdbcGates(DataSource dataSource, StorageConnections connections, JdbcGateOptions options) {
    this.connections = connections;
    this.dataSource = dataSource;
    GateSchema schema = GateSchema.of(connections, options);
    this.decisions = new GateDecisions(schema);
    this.sql = new GateStatements(schema, decisions);
    this.options = options;
  }

  @Override
  public Opened openGate(Opening opening) {
    return connections.transaction(
        "opening a gate", Keys.of(opening).tenant(), connection -> openIn(connection, opening));
  }

  /** Opens a gate as part of a given transaction on this database, for the opening's tenant. */
  Opened openIn(Connection connection, Opening opening) throws SQLException {
    Keys keys = Keys.of(opening);
    GateRecord known = keys.key() == null ? null : sql.newest(connection, keys);
    if (known != null
        && known.state() == GateState.OPEN
        && sql.timeOut(connection, timeout(known))) {
      known = sql.newest(connection, keys);
    }
    GateDecisionRecord answer = known == null ? null : answer(connection, known);
    if (known != null && (!known.state().isFinal() || answer != null)) {
      sql.ask(connection, known.ref(), opening, keys);
      return new Opened(found(connection, known.tenant(), known.ref()), answer);
    }
    sql.insert(connection, opening, keys, known == null ? null : known.ref());
    return new Opened(found(connection, opening.scope().tenant(), opening.ref()), null);
  }

  @Override
  public boolean answers(Scope scope, String key) {
    GateSql newest =
        sql.newest(
            stored(scope.tenant()),
            scope.conversation() == null ? "" : stored(scope.conversation()),
            stored(key));
    return read(
        "checking for a decision",
        scope.tenant(),
        connection -> {
          GateRecord known = sql.one(connection, newest);
          return known != null && known.state().isFinal() && answer(connection, known) != null;
        });
  }

  @Override
  public boolean keepsContent() {
    return options.keepContent();
  }

  private @Nullable GateDecisionRecord answer(Connection connection, GateRecord known)
      throws SQLException {
    boolean unheard = known.state() == GateState.REJECTED && known.deliveredAt() == null;
    if (known.decisionId() == null || (known.state() != GateState.RESOLVED && !unheard)) {
      return null;
    }
    GateDecisionRecord decision =
        decisions.decision(connection, known.tenant(), known.decisionId());
    boolean usable =
        decision != null && (unheard || (decision.run() == null && decision.valueKept()));
    return usable ? decision : null;
  }

  private GateRecord found(Connection connection, String tenant, String ref) throws SQLException {
    return Objects.requireNonNull(sql.find(connection, tenant, ref));
  }

  @Override
  public Settled settle(Attempt settlement) {
    return connections.transaction(
        "settling a gate",
        stored(settlement.tenant()),
        connection -> {
          String tenant = settlement.tenant();
          String ref = settlement.ref();
          if (sql.settle(connection, settlement)) {
            decisions.add(connection, settlement, null, null);
            return new Settled(true, found(connection, tenant, ref));
          }
          GateRecord now = sql.lock(connection, tenant, ref);
          if (now == null) {
            throw AdkException.of(AdkErrorCode.E_GATE_NOT_FOUND)
                .message("There is no gate '" + ref + "'.")
                .args(ref)
                .build();
          }
          boolean late = sql.timeOut(connection, timeout(now));
          sql.refuse(
              connection,
              settlement,
              late ? GateDecisionRecord.Refusal.LATE : GateDecisionRecord.Refusal.CONFLICT,
              null);
          return new Settled(false, late ? found(connection, tenant, ref) : now);
        });
  }

  private static Attempt timeout(GateRecord gate) {
    return Attempt.byTurn(gate.tenant(), gate.ref(), GateDecision.Kind.TIMEOUT);
  }

  @Override
  public boolean confirm(String tenant, String ref, String decisionId, boolean edited) {
    return connections.transaction(
        "accepting a decision",
        stored(tenant),
        connection -> sql.confirm(connection, tenant, ref, decisionId, edited));
  }

  @Override
  public boolean reopen(String tenant, String ref, String decisionId, String detail, String node) {
    return connections.transaction(
        "refusing a decision",
        stored(tenant),
        connection -> sql.reopen(connection, tenant, ref, decisionId, detail, node));
  }

  @Override
  public void refuse(Attempt attempt, GateDecisionRecord.Refusal refusal, @Nullable String detail) {
    connections.transaction(
        "recording a refused decision",
        stored(attempt.tenant()),
        connection -> sql.refuse(connection, attempt, refusal, detail));
  }

  @Override
  public Optional<GateRecord> expire(String tenant, String ref) {
    return connections.transaction(
        "timing out a gate",
        stored(tenant),
        connection -> {
          GateRecord now = sql.lock(connection, tenant, ref);
          if (now != null && sql.timeOut(connection, timeout(now))) {
            now = sql.find(connection, tenant, ref);
          }
          return Optional.ofNullable(now);
        });
  }

  @Override
  public void delivered(String tenant, String ref) {
    connections.transaction(
        "recording the arrival of a decision",
        stored(tenant),
        connection -> {
          sql.delivered(connection, tenant, ref);
          return null;
        });
  }

  @Override
  public Optional<GateRecord> gate(@Nullable String tenant, String ref) {
    return read(
        "reading a gate",
        tenant,
        connection ->
            Optional.ofNullable(
                tenant == null
                    ? sql.one(connection, sql.select().add("g.ref = ?", stored(ref)))
                    : sql.find(connection, tenant, ref)));
  }

  @Override
  public Optional<GateRecord> gate(@Nullable String tenant, String turnId, String gateId) {
    GateSql query =
        within(
            tenant,
            sql.select().add("g.turn_id = ? and g.gate_id = ?", stored(turnId), stored(gateId)));
    query.add(" order by g.asked_at desc, g.ref desc limit 1");
    return read(
        "reading a gate", tenant, connection -> Optional.ofNullable(sql.one(connection, query)));
  }

  @Override
  public List<GateRecord> gates(GateQuery query) {
    GateSql select =
        sql.select().add(query.undecided() ? "g.undecided = true" : "g.undecided in (true, false)");
    within(query.tenant(), select);
    equal(select, "conversation", query.conversation());
    equal(select, "turn_id", query.turnId());
    equal(select, "reason", query.reason());
    if (query.after() != null) {
      select.add(" and g.ref > ?", stored(query.after()));
    }
    select.add(" order by g.ref limit " + query.limit());
    return read("listing gates", query.tenant(), connection -> sql.all(connection, select));
  }

  private static GateSql within(@Nullable String tenant, GateSql select) {
    return equal(select, "tenant", tenant);
  }

  private static GateSql equal(GateSql select, String column, @Nullable String value) {
    return value == null ? select : select.add(" and g." + column + " = ?", stored(value));
  }

  /** Returns a text in its stored form, in which policies compare it. */
  private static String stored(String text) {
    return TextEscape.escape(text);
  }

  private static String owner(@Nullable String tenant) {
    return tenant == null ? ALL_TENANTS : stored(tenant);
  }

  @Override
  public List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit) {
    return read(
        "reading decisions",
        tenant,
        connection -> decisions.decisions(connection, tenant, ref, foreign, after, limit));
  }

  @Override
  public Optional<GateDecisionRecord> decision(String tenant, String decisionId) {
    return read(
        "reading a decision",
        tenant,
        connection -> Optional.ofNullable(decisions.decision(connection, tenant, decisionId)));
  }

  @Override
  public boolean startTool(
      String tenant, String decisionId, String tool, String digest, String node) {
    return connections.single(
        "starting a tool",
        stored(tenant),
        connection -> decisions.begin(connection, tenant, decisionId, tool, digest, node));
  }

  @Override
  public void endTool(String tenant, String decisionId, GateDecisionRecord.Outcome outcome) {
    connections.single(
        "recording the end of a tool",
        stored(tenant),
        connection -> decisions.end(connection, tenant, decisionId, outcome.wire()));
  }

  @Override
  public void beat(String node) {
    connections.transaction(
        "writing the heartbeat of this process",
        ALL_TENANTS,
        connection -> sql.beat(connection, node));
  }

  @Override
  public int sweep(@Nullable String tenant) {
    String owner = owner(tenant);
    int swept =
        connections.single(
            "recording tools of unknown outcome",
            owner,
            connection -> decisions.markUnknown(connection, tenant));
    List<GateRecord> abandoned =
        read("finding overdue gates", tenant, c -> sql.abandoned(c, tenant));
    for (GateRecord gate : abandoned) {
      swept += expire(gate.tenant(), gate.ref()).isPresent() ? 1 : 0;
    }
    if (tenant == null) {
      connections.single("removing silent processes", owner, sql::dropSilentNodes);
    }
    return swept;
  }

  @Override
  public GateCounts gateCounts() {
    long[] counts = read("counting gates", null, sql::counts).getFirst();
    return new GateCounts(counts[0], counts[0] - counts[1]);
  }

  @Override
  public Watch watch(Watcher watcher) {
    return GateWatchLoop.start(dataSource, connections, sql, options, watcher);
  }

  private <T extends @Nullable Object> T read(
      String doing, @Nullable String tenant, StorageConnections.Work<T> work) {
    return connections.single(doing, owner(tenant), work);
  }
}
