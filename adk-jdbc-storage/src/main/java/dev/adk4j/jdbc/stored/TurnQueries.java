package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.stored.TurnStore.Listed;
import dev.adk4j.stored.TurnStore.Place;
import dev.adk4j.stored.TurnStore.Search;
import dev.adk4j.value.Scope;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements that read turns and their calls. */
final class TurnQueries {

  /** The columns for operators. Content is not read. */
  private static final String COLUMNS =
      "tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt,"
          + " node, '{}' as results, memo, answer_id, null as answer, error, created_at,"
          + " updated_at, case when input is null then null else '[]' end as input, null as"
          + " request_key, '' as fingerprint, mail_sent, mail_read, stop_requested, priority";

  private static final Duration LOOK_AT_ALL = Duration.ofMinutes(5);

  /**
   * Goes back over two of these pauses, so that nothing is missed if one look fails. A decided gate
   * has a decision: saying so keeps the planner from expecting many rows, and from starting a
   * worker process for them.
   */
  private static final String DECIDED =
      "(w.tenant, w.turn_id) in (select tenant, turn_id from {adk_waiting_turn} where state = 'running' and"
          + " lease_until <= {now} union all select tenant, turn_id from {adk_waiting_turn} where state ="
          + " 'waiting' and input is null union all select c.tenant, c.turn_id from {adk_gate} g join"
          + " {adk_waiting_call} c on c.tenant = g.tenant and c.gate_ref = g.ref where g.state <> 'open' and"
          + " g.delivered_at is null and g.decision_id is not null and coalesce(g.settled_at, "
          + Long.MAX_VALUE
          + ") > {began} - "
          + 2 * LOOK_AT_ALL.toMillis()
          + ") and ";

  private final Sql sql;

  /** When all turns that wait were looked at last; null for not yet, or if more are to be found. */
  private volatile @Nullable Long lookedAtAll;

  TurnQueries(Sql sql) {
    this.sql = sql;
  }

  /** A condition on the rows {@code w}, with its parameters. */
  record Which(String condition, @Nullable Object... args) {}

  static Which key(String tenant, String turnId) {
    return new Which("w.tenant = ? and w.turn_id = ?", tenant, turnId);
  }

  static Which key(Scope scope, String turnId) {
    return new Which(
        "w.tenant = ? and w.conversation = ? and w.turn_id = ?", Sql.lane(scope), turnId);
  }

  static Which open(Scope scope) {
    return new Which(
        "w.tenant = ? and w.conversation = ? and w.state in ('waiting', 'running', 'ready',"
            + " 'queued') order by w.created_at, w.turn_id",
        Sql.lane(scope));
  }

  static Which byKey(Scope scope, String key) {
    return new Which(
        "w.tenant = ? and w.conversation = ? and w.request_key = ?", Sql.lane(scope), key);
  }

  /**
   * Selects turns that no process runs and whose gates were all decided.
   *
   * @param begins true to include turns that are ready to begin
   */
  Which ready(int limit, boolean begins) {
    return free("", limit, begins);
  }

  /**
   * Finds turns as {@link #ready} selects them. Looks at all turns that wait only now and then,
   * since that takes the longer the more there are. In between, looks at those that are not durable
   * and, through an index, at those with a gate that was decided lately and not taken.
   */
  List<StoredTurn> resting(int limit, Function<Which, List<StoredTurn>> look) {
    long now = System.nanoTime();
    Long last = lookedAtAll;
    if (sql.postgres && last != null && now - last < LOOK_AT_ALL.toNanos()) {
      return look.apply(free(DECIDED, limit, false));
    }
    List<StoredTurn> all = look.apply(ready(limit, false));
    lookedAtAll = all.size() < limit ? now : null;
    return all;
  }

  private Which free(String among, int limit, boolean begins) {
    return new Which(
        among
            + "(w.state in ("
            + (begins ? "'ready', " : "")
            + "'waiting') or w.state = 'running' and w.lease_until <= {now}) and not "
            + hasOpenGate("w")
            + " order by "
            + (begins ? "w.priority desc, " : "")
            + "w.updated_at limit "
            + limit);
  }

  TurnStore.Counts counts(Statements on) throws SQLException {
    Map<String, Long> counted = new HashMap<>();
    on.query(
        row -> counted.put(row.getString(1), row.getLong(2)),
        "select state, count(*) from {adk_waiting_turn} where state in ('waiting', 'running',"
            + " 'queued', 'ready') group by state");
    return new TurnStore.Counts(
        counted.getOrDefault("waiting", 0L),
        counted.getOrDefault("running", 0L),
        counted.getOrDefault("queued", 0L),
        counted.getOrDefault("ready", 0L));
  }

  /** Returns a turn with its calls, in one round trip if the database can. */
  @Nullable StoredTurn one(Statements on, Which which) throws SQLException {
    return one(on, turns(which), which);
  }

  /**
   * Returns the turn that the query returns, with its calls.
   *
   * @param which selects the turn after the query
   */
  @Nullable StoredTurn one(Statements on, Sql.Text turn, Which which) throws SQLException {
    Sql.Both<StoredTurn, StoredTurn.Call> both =
        sql.both(on, turn, TurnRows::turn, calls(which), TurnRows::call);
    return both.first().isEmpty() ? null : both.first().getFirst().withCalls(both.second());
  }

  private Sql.Text turns(Which which) {
    return Sql.of("select w.* from {adk_waiting_turn} w where " + which.condition, which.args);
  }

  /** Selects the calls of one turn. Of a durable turn, only those that it waits for now. */
  private Sql.Text calls(Which which) {
    return Sql.of("select c.* from (")
        .add(turns(which))
        .add(
            ") w join {adk_waiting_call} c on c.tenant = w.tenant and c.turn_id = w.turn_id where"
                + " w.input is null or w.phase = 'asked' and c.done_at is null and c.iteration ="
                + " w.iteration order by c.ordinal");
  }

  boolean has(Statements on, Which which) throws SQLException {
    String one = "select w.turn_id from {adk_waiting_turn} w where " + which.condition + " limit 1";
    return on.first(row -> true, one, which.args) != null;
  }

  List<StoredTurn> all(Statements on, Which which) throws SQLException {
    List<StoredTurn> found = new ArrayList<>();
    for (StoredTurn each : turns(which).query(on, TurnRows::turn)) {
      Which one = key(each.scope().tenant(), each.turnId());
      found.add(
          each.isDurable() && each.phase() != StoredTurn.Phase.ASKED
              ? each
              : each.withCalls(calls(one).query(on, TurnRows::call)));
    }
    return found;
  }

  /** Returns a condition that is true for a turn with an open gate. */
  String hasOpenGate(String of) {
    return "exists (select 1 from {adk_waiting_call} c join {adk_gate} g on g.tenant = c.tenant and g.ref ="
        + " c.gate_ref where c.tenant = "
        + of
        + ".tenant and c.turn_id = "
        + of
        + ".turn_id and g.state = 'open')";
  }

  List<Listed> list(Statements on, Search search) throws SQLException {
    Sql.Text select =
        Sql.of("select " + COLUMNS + " from {adk_waiting_turn} where 1 = 1")
            .addIfPresent(" and tenant = ?", search.tenant())
            .addIfPresent(" and turn_id = ?", search.turnId());
    if (!search.states().isEmpty()) {
      select.add(
          " and state in " + StorageSql.in(search.states().size()),
          search.states().stream().map(Sql::wire).toArray());
    }
    Place after = search.after();
    if (after != null) {
      select.add(
          " and (created_at, tenant, turn_id) > (cast(? as bigint), ?, ?)",
          after.createdAt(),
          after.tenant(),
          after.turnId());
    }
    return select
        .add(" order by created_at, tenant, turn_id limit " + search.limit())
        .query(on, row -> new Listed(TurnRows.turn(row), Rows.text(row, "node")));
  }
}
