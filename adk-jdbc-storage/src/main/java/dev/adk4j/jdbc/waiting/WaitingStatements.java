package dev.adk4j.jdbc.waiting;

import dev.adk4j.gate.GateStore;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurn.State;
import dev.adk4j.waiting.WaitingTurnStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements on the two tables. Times are the database's own. */
final class WaitingStatements {

  final String turn;
  final String call;
  final String gate;
  final String now;
  final boolean postgres;

  /** Of the claim that the turn carries: parameters tenant, turn, token. */
  final String held;

  WaitingStatements(StorageConnections connections) {
    this.turn = connections.table("adk_waiting_turn");
    this.call = connections.table("adk_waiting_call");
    this.gate = connections.table("adk_gate");
    this.postgres = connections.isPostgres();
    this.now =
        "cast(floor(extract(epoch from "
            + (connections.isPostgres() ? "clock_timestamp()" : "current_timestamp(3)")
            + ") * 1000) as bigint)";
    this.held = " where tenant = ? and turn_id = ? and token = ? and state = 'running'";
  }

  /** Locks the row until the transaction ends; false where the claim was lost. */
  boolean hold(Connection connection, WaitingTurn waiting) throws SQLException {
    return !Sql.query(
            connection,
            "select turn_id from "
                + turn
                + held
                + (postgres ? " for no key update" : " for update"),
            row -> true,
            waiting.scope().tenant(),
            waiting.turnId(),
            waiting.token())
        .isEmpty();
  }

  /** The turn with its gates' references; null where its claim was lost. */
  @Nullable WaitingTurn save(
      Connection connection,
      JdbcGateStore gates,
      WaitingTurn waiting,
      Map<String, GateStore.Opening> openings)
      throws SQLException {
    if (waiting.token() == 0) {
      insert(connection, waiting);
    } else if (again(connection, waiting) == 0) {
      return null;
    }
    Map<String, String> refs = new HashMap<>();
    for (Map.Entry<String, GateStore.Opening> opening : openings.entrySet()) {
      refs.put(opening.getKey(), gates.openIn(connection, opening.getValue()).gate().ref());
    }
    WaitingTurn opened = waiting.withGates(refs);
    insertCalls(connection, opened);
    return one(connection, key(opened));
  }

  private void insert(Connection connection, WaitingTurn waiting) throws SQLException {
    Scope scope = waiting.scope();
    Sql.update(
        connection,
        "insert into "
            + turn
            + " (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt,"
            + " results, memo, created_at, updated_at) values (?, ?, ?, ?, 'waiting', ?, ?, 0, 0,"
            + " ?, ?, "
            + now
            + ", "
            + now
            + ")",
        scope.tenant(),
        waiting.turnId(),
        scope.conversation(),
        scope.subject(),
        wire(waiting.phase()),
        waiting.iteration(),
        waiting.results().text(),
        text(waiting.memo()));
  }

  private int again(Connection connection, WaitingTurn waiting) throws SQLException {
    int changed =
        Sql.update(
            connection,
            "update "
                + turn
                + " set state = 'waiting', phase = ?, iteration = ?, attempt = 0, results = ?, memo ="
                + " ?, answer_id = null, answer = null, error = null, lease_until = null, updated_at"
                + " = "
                + now
                + held,
            wire(waiting.phase()),
            waiting.iteration(),
            waiting.results().text(),
            text(waiting.memo()),
            waiting.scope().tenant(),
            waiting.turnId(),
            waiting.token());
    if (changed > 0) {
      Sql.update(
          connection,
          "delete from " + call + " where tenant = ? and turn_id = ?",
          waiting.scope().tenant(),
          waiting.turnId());
    }
    return changed;
  }

  /** Behind the calls that the turn has. */
  void insertCalls(Connection connection, WaitingTurn waiting) throws SQLException {
    for (WaitingTurn.Call each : waiting.calls()) {
      Sql.update(
          connection,
          "insert into "
              + call
              + " (tenant, turn_id, ordinal, iteration, id, provider_id, tool, args, payload,"
              + " replay_compatibility, problem, gate_ref, started_at) values (?, ?, (select"
              + " coalesce(max(c.ordinal), -1) + 1 from "
              + call
              + " c where c.tenant = ? and c.turn_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, "
              + (each.started() ? now : "null")
              + ")",
          waiting.scope().tenant(),
          waiting.turnId(),
          waiting.scope().tenant(),
          waiting.turnId(),
          waiting.iteration(),
          each.id(),
          each.providerId(),
          each.tool(),
          each.args().text(),
          text(each.payload()),
          each.replayCompatibility(),
          each.problem(),
          each.gate());
    }
  }

  static String wire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static @Nullable String text(@Nullable JsonValue json) {
    return json == null ? null : json.text();
  }

  /** A condition on the rows {@code w}, with its parameters. */
  record Which(String condition, @Nullable Object... args) {}

  static Which key(WaitingTurn waiting) {
    return key(waiting.scope().tenant(), waiting.turnId());
  }

  static Which key(String tenant, String turnId) {
    return new Which("w.tenant = ? and w.turn_id = ?", tenant, turnId);
  }

  static Which key(Scope scope, String turnId) {
    return new Which(
        "w.tenant = ? and w.turn_id = ? and w.conversation = ?",
        scope.tenant(),
        turnId,
        scope.requireConversation());
  }

  static Which open(Scope scope) {
    return new Which(
        "w.tenant = ? and w.conversation = ? and w.state in ('waiting', 'running', 'ready', 'queued')"
            + " order by w.created_at, w.turn_id",
        scope.tenant(),
        scope.requireConversation());
  }

  Which byGate(String tenant, String ref) {
    return new Which(
        "w.tenant = ? and exists (select 1 from "
            + call
            + " c where c.tenant = w.tenant and c.turn_id = w.turn_id and c.gate_ref = ?) order by"
            + " w.created_at desc, w.turn_id desc limit 1",
        tenant,
        ref);
  }

  /**
   * Those that nobody works on and whose gates were all decided.
   *
   * @param begins with those that are ready to begin
   */
  Which ready(int limit, boolean begins) {
    return new Which(
        "(w.state in ("
            + (begins ? "'ready', " : "")
            + "'waiting') or w.state = 'running' and w.lease_until <= "
            + now
            + ") and not exists (select 1 from "
            + call
            + " c join "
            + gate
            + " g on g.tenant = c.tenant and g.ref = c.gate_ref where c.tenant = w.tenant and"
            + " c.turn_id = w.turn_id and g.state = 'open') order by w.updated_at limit "
            + limit);
  }

  WaitingTurnStore.Counts counts(Connection connection) throws SQLException {
    Map<String, Long> counted = new HashMap<>();
    for (Map.Entry<String, Long> state :
        Sql.query(
            connection,
            "select state, count(*) from "
                + turn
                + " where state in ('waiting', 'running', 'queued', 'ready') group by state",
            row -> Map.entry(row.getString(1), row.getLong(2)))) {
      counted.put(state.getKey(), state.getValue());
    }
    return new WaitingTurnStore.Counts(
        counted.getOrDefault("waiting", 0L),
        counted.getOrDefault("running", 0L),
        counted.getOrDefault("queued", 0L),
        counted.getOrDefault("ready", 0L));
  }

  @Nullable WaitingTurn one(Connection connection, Which which) throws SQLException {
    List<WaitingTurn> found = all(connection, which);
    return found.isEmpty() ? null : found.getFirst();
  }

  boolean has(Connection connection, Which which) throws SQLException {
    String one = "select w.turn_id from " + turn + " w where " + which.condition + " limit 1";
    return !Sql.query(connection, one, row -> true, which.args).isEmpty();
  }

  List<WaitingTurn> all(Connection connection, Which which) throws SQLException {
    List<WaitingTurn> found = new ArrayList<>();
    for (WaitingTurn each :
        Sql.query(
            connection,
            "select w.* from " + turn + " w where " + which.condition,
            WaitingRows::turn,
            which.args)) {
      found.add(each.withCalls(calls(connection, each)));
    }
    return found;
  }

  private List<WaitingTurn.Call> calls(Connection connection, WaitingTurn of) throws SQLException {
    String all = "select * from " + call + " where tenant = ? and turn_id = ?";
    String tenant = of.scope().tenant();
    return of.isDurable()
        ? Sql.query(
            connection,
            all + " and done_at is null and iteration = ? order by ordinal",
            WaitingRows::call,
            tenant,
            of.turnId(),
            of.iteration())
        : Sql.query(connection, all + " order by ordinal", WaitingRows::call, tenant, of.turnId());
  }

  /**
   * Claims a turn.
   *
   * @param fromAnybody also from who holds it
   */
  int claim(
      Connection connection,
      String tenant,
      String turnId,
      String node,
      Duration lease,
      boolean fromAnybody)
      throws SQLException {
    return Sql.update(
        connection,
        "update "
            + turn
            + " set state = 'running', token = token + 1, attempt = attempt + 1, node = ?,"
            + " lease_until = "
            + now
            + " + cast(? as bigint), updated_at = "
            + now
            + " where tenant = ? and turn_id = ? and (state in ('waiting', 'ready') or state ="
            + " 'running'"
            + (fromAnybody ? "" : " and lease_until <= " + now)
            + ")",
        node,
        lease.toMillis(),
        tenant,
        turnId);
  }

  int renew(Connection connection, WaitingTurn waiting, Duration lease) throws SQLException {
    return held(
        connection, waiting, "lease_until = " + now + " + cast(? as bigint)", lease.toMillis());
  }

  int advance(Connection connection, WaitingTurn waiting) throws SQLException {
    WaitingTurn.Answer answer = waiting.answer();
    return held(
        connection,
        waiting,
        "phase = ?, iteration = ?, answer_id = ?, answer = ?, updated_at = " + now,
        wire(waiting.phase()),
        waiting.iteration(),
        answer == null ? null : answer.messageId(),
        answer == null ? null : answer.text());
  }

  int end(Connection connection, WaitingTurn waiting, State state, @Nullable String error)
      throws SQLException {
    return held(
        connection,
        waiting,
        "state = ?, error = ?, lease_until = null, lane = null, updated_at = " + now,
        wire(state),
        error);
  }

  /** The turn waits again; the claim was no attempt. */
  int release(Connection connection, WaitingTurn waiting) throws SQLException {
    return held(
        connection,
        waiting,
        "state = 'waiting', attempt = case when attempt > 0 then attempt - 1 else 0 end, lease_until"
            + " = null, updated_at = "
            + now);
  }

  int held(Connection connection, WaitingTurn waiting, String set, @Nullable Object... values)
      throws SQLException {
    @Nullable Object[] args = Arrays.copyOf(values, values.length + 3);
    args[values.length] = waiting.scope().tenant();
    args[values.length + 1] = waiting.turnId();
    args[values.length + 2] = waiting.token();
    return Sql.update(connection, "update " + turn + " set " + set + held, args);
  }

  int start(Connection connection, WaitingTurn waiting, String callId) throws SQLException {
    return Sql.update(
        connection,
        "update "
            + call
            + " set started_at = "
            + now
            + " where tenant = ? and turn_id = ? and id = ? and started_at is null and exists (select"
            + " 1 from "
            + turn
            + held
            + ")",
        waiting.scope().tenant(),
        waiting.turnId(),
        callId,
        waiting.scope().tenant(),
        waiting.turnId(),
        waiting.token());
  }
}
