package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The statements that write turns and their calls. Times are those of the database. */
final class TurnStatements {

  /** Condition for the claim that the turn carries, with the parameters tenant, turn, token. */
  private static final String HELD =
      " where tenant = ? and turn_id = ? and token = ? and state = 'running'";

  final Sql sql;
  final TurnQueries queries;

  TurnStatements(Sql sql) {
    this.sql = sql;
    this.queries = new TurnQueries(sql);
  }

  /** Keeps the turn's claim until the transaction ends, and runs the other statements. */
  TurnGuard hold(StoredTurn waiting, List<TurnGuard.Part> others) {
    String lock =
        "select turn_id from {adk_waiting_turn}"
            + HELD
            + (sql.postgres ? " for no key update" : " for update");
    TurnGuard.Part claim = new TurnGuard.Part(lock, lock, held(waiting));
    return new TurnGuard(waiting, sql, claim, others, null);
  }

  /** Changes the claimed turn, and runs the other statements. */
  TurnGuard change(
      StoredTurn waiting, List<TurnGuard.Part> others, String set, @Nullable Object... values) {
    String update = "update {adk_waiting_turn} set " + set + HELD;
    TurnGuard.Part change =
        new TurnGuard.Part(update, update, Arrays.asList(values), held(waiting));
    return new TurnGuard(waiting, sql, change, others, null);
  }

  /** Returns the arguments of {@link #HELD}. */
  private static List<Object> held(StoredTurn waiting) {
    return List.of(Sql.key(waiting), waiting.token());
  }

  /** Returns the turn with its gates' references; null if its claim was lost. */
  @Nullable StoredTurn save(
      Statements on, JdbcGates gates, StoredTurn waiting, Map<String, TurnStore.Opening> openings)
      throws SQLException {
    if (waiting.token() == 0) {
      insert(on, waiting);
    } else if (again(on, waiting) == 0) {
      return null;
    }
    Map<String, String> refs = new HashMap<>();
    for (Map.Entry<String, TurnStore.Opening> opening : openings.entrySet()) {
      refs.put(opening.getKey(), gates.openIn(on, opening.getValue()).gate().ref());
    }
    StoredTurn opened = waiting.withGates(refs);
    insertCalls(on, opened);
    return queries.one(on, TurnQueries.key(opened.scope(), opened.turnId()));
  }

  private void insert(Statements on, StoredTurn waiting) throws SQLException {
    Scope scope = waiting.scope();
    try {
      on.update(
          "insert into {adk_waiting_turn} (tenant, turn_id, conversation, subject, state, phase,"
              + " iteration, token, attempt, results, memo, created_at, updated_at) values (?, ?,"
              + " ?, ?, 'waiting', ?, ?, 0, 0, ?, ?, {began}, {began})",
          Sql.key(waiting),
          scope.conversation(),
          scope.subject(),
          Sql.wire(waiting.phase()),
          waiting.iteration(),
          waiting.results().text(),
          Sql.json(waiting.memo()));
    } catch (SQLException e) {
      if ("23505".equals(e.getSQLState())) {
        throw TurnRules.known(waiting);
      }
      throw e;
    }
  }

  /** Also removes the input except for its ids: the messages are in the conversation by now. */
  private int again(Statements on, StoredTurn waiting) throws SQLException {
    int changed =
        on.update(
            "update {adk_waiting_turn} set state = 'waiting', phase = ?, iteration = ?, attempt = 0,"
                + " results = ?, memo = ?, answer_id = null, answer = null, error = null,"
                + " lease_until = null, node = null, input = case when input is not null then"
                + " cast(? as varchar) end, updated_at = {now}"
                + HELD,
            Sql.wire(waiting.phase()),
            waiting.iteration(),
            waiting.results().text(),
            Sql.json(waiting.memo()),
            ids(waiting.acceptance()),
            held(waiting));
    if (changed > 0) {
      String calls = "delete from {adk_waiting_call} where tenant = ? and turn_id = ?";
      on.update(calls, Sql.key(waiting));
    }
    return changed;
  }

  private static String ids(StoredTurn.@Nullable Acceptance asked) {
    List<Map<String, String>> ids = new ArrayList<>();
    if (asked != null) {
      asked.input().node().forEach(m -> ids.add(Map.of("id", m.path("id").asString(""))));
    }
    return JsonValue.of(ids).text();
  }

  void insertCalls(Statements on, StoredTurn waiting) throws SQLException {
    for (TurnGuard.Part insert : insertCalls(waiting)) {
      on.update(insert.sql(), insert.args());
    }
  }

  /**
   * Inserts the calls after those that the turn has. Inserts nothing for a call that the turn has:
   * the answer to an earlier commit was lost.
   */
  List<TurnGuard.Part> insertCalls(StoredTurn waiting) {
    List<TurnGuard.Part> inserts = new ArrayList<>();
    List<String> turn = Sql.key(waiting);
    for (StoredTurn.Call each : waiting.calls()) {
      String into =
          "insert into {adk_waiting_call} (tenant, turn_id, ordinal, iteration, id, provider_id, tool,"
              + " args, payload, replay_compatibility, problem, gate_ref, started_at) ";
      String next =
          "coalesce(max(c.ordinal), -1) + 1%s from {adk_waiting_call} c where c.tenant = ? and c.turn_id = ?";
      String values =
          "select ?, ?, (select "
              + next
              + "), ?, ?, ?, ?, ?, ?, ?, ?, ?, case when cast(? as integer) = 1 then {now} end";
      String unless =
          " where not exists (select 1 from {adk_waiting_call} k where k.tenant = ? and k.turn_id = ? and k.id"
              + " = ?)";
      inserts.add(
          new TurnGuard.Part(
              into + values.formatted("") + unless,
              // inside one statement, all inserts see the same calls
              into + values.formatted(+inserts.size()) + " from guard" + unless,
              turn,
              turn,
              waiting.iteration(),
              each.id(),
              each.providerId(),
              each.tool(),
              each.args().text(),
              Sql.json(each.payload()),
              each.replayCompatibility(),
              each.problem(),
              each.gate(),
              each.started() ? 1 : 0,
              turn,
              each.id()));
    }
    return inserts;
  }

  /**
   * Claims a turn. Returns null if it is not free.
   *
   * @param fromAnybody true to claim it also from its present holder
   */
  @Nullable StoredTurn claim(
      Statements on, String tenant, String turnId, String node, Duration lease, boolean fromAnybody)
      throws SQLException {
    String update =
        "update {adk_waiting_turn} set state = 'running', token = token + 1, attempt = attempt + 1,"
            + " node = ?, lease_until = {now} + cast(? as bigint), updated_at = {now} where tenant"
            + " = ? and turn_id = ? and (state in ('waiting', 'ready') or state = 'running'"
            + (fromAnybody ? "" : " and lease_until <= {now}")
            + ")";
    return queries.one(
        on,
        Sql.of(sql.returning(update, "*"), node, lease.toMillis(), tenant, turnId),
        TurnQueries.key(tenant, turnId));
  }

  int renew(Statements on, StoredTurn waiting, Duration lease) throws SQLException {
    return held(on, waiting, "lease_until = {now} + cast(? as bigint)", lease.toMillis());
  }

  /** Records the progress of a turn. A turn with unread messages has not answered. */
  TurnGuard advance(StoredTurn waiting, Consumer<StoredTurn.Inbox> sent) {
    StoredTurn.Answer answer = waiting.answer();
    String phase =
        waiting.phase() == StoredTurn.Phase.ANSWERED
            ? "case when mail_sent > mail_read then 'called' else 'answered' end"
            : "'called'";
    return change(
            waiting,
            List.of(),
            "phase = " + phase + ", iteration = ?, answer_id = ?, answer = ?",
            waiting.iteration(),
            answer == null ? null : answer.messageId(),
            answer == null ? null : answer.text())
        .telling(sent);
  }

  TurnGuard end(StoredTurn waiting, State state, @Nullable String error) {
    return change(
        waiting,
        List.of(),
        "state = ?, error = ?, lease_until = null, lane = null, stop_requested = false,"
            + " updated_at = {now}",
        Sql.wire(state),
        error);
  }

  /**
   * Releases a claim, which then does not count as an attempt. The turn waits again, or is ready if
   * it waits for no gate.
   */
  int release(Statements on, StoredTurn waiting) throws SQLException {
    return held(
        on,
        waiting,
        "state = case when input is null or "
            + queries.hasOpenGate("{adk_waiting_turn}")
            + " then 'waiting' else 'ready' end, attempt = case when attempt > 0 then attempt"
            + " - 1 else 0 end, lease_until = null, updated_at = {now}");
  }

  private int held(Statements on, StoredTurn waiting, String set, @Nullable Object... values)
      throws SQLException {
    String update = "update {adk_waiting_turn} set " + set + HELD;
    return on.update(update, Arrays.asList(values), held(waiting));
  }

  int start(Statements on, StoredTurn waiting, String callId) throws SQLException {
    return on.update(
        "update {adk_waiting_call} set started_at = {now} where tenant = ? and turn_id = ? and id = ?"
            + " and started_at is null and exists (select 1 from {adk_waiting_turn}"
            + HELD
            + ")",
        Sql.key(waiting),
        callId,
        held(waiting));
  }
}
