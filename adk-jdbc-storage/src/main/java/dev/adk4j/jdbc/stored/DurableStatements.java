package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore.Accepted;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements of durable turns. At most one durable turn of a conversation has its lane; the
 * unique index on it decides between turns that are accepted at the same time.
 */
final class DurableStatements {

  private static final int TRIES = 20;
  private static final String OPEN = "('ready', 'running', 'waiting')";

  private final TurnStatements turns;
  private final Sql sql;
  private final Mail mail;

  DurableStatements(TurnStatements turns, Mail mail) {
    this.turns = turns;
    this.mail = mail;
    this.sql = turns.sql;
  }

  Accepted accept(Statements on, StoredTurn turn, int maxQueued) throws SQLException {
    StoredTurn.Acceptance asked = Objects.requireNonNull(turn.acceptance(), "acceptance");
    for (int i = 0; i < TRIES; i++) {
      StoredTurn known =
          asked.key() == null
              ? null
              : turns.queries.one(on, TurnQueries.byKey(turn.scope(), asked.key()));
      if (known != null) {
        return new Accepted(TurnRules.same(known, asked), false);
      }
      Before before = before(on, turn.scope());
      boolean free = !before.busy && before.queued == 0;
      if (!free && before.queued >= maxQueued) {
        throw TurnRules.full(maxQueued);
      }
      StoredTurn stored = insert(on, turn, free);
      if (stored != null) {
        return new Accepted(stored, true);
      }
    }
    throw new SQLException("turn '" + turn.turnId() + "' found no place in its lane", "40001");
  }

  /**
   * Stores a turn and its entry in the queue if its conversation has no other open turn, in one
   * round trip. Returns null if it has one, or if the request is known.
   */
  @Nullable StoredTurn only(Statements on, StoredTurn turn, SqlTurnQueue queue)
      throws SQLException {
    SqlTurnQueue.Entry entry =
        queue.entry(
            TurnQueue.Turn.of(turn),
            "exists (select 1 from {adk_waiting_turn} r where r.tenant = ? and r.turn_id = ? and"
                + " r.state = 'ready')",
            Sql.key(turn));
    return sql
        .both(
            on,
            insert(turn, true, true),
            TurnRows::turn,
            Sql.of(entry.sql(), entry.parameters()),
            none -> true)
        .first()
        .stream()
        .findFirst()
        .orElse(null);
  }

  /** Wakes a turn that waits for no open gate. The regular look finds one whose wake was lost. */
  boolean wake(Statements on, TurnQueue.Turn turn, SqlTurnQueue queue) throws SQLException {
    SqlTurnQueue.Entry entry =
        queue.entry(
            turn,
            StorageSql.COMMITTED_AT_ONCE
                + " and exists (select 1 from {adk_waiting_turn} r where r.tenant = ? and r.turn_id"
                + " = ? and r.state = 'waiting' and r.input is not null and not "
                + turns.queries.hasOpenGate("r")
                + ")",
            List.of(turn.tenant(), turn.turnId()));
    return on.update(entry.sql(), entry.parameters()) == 1;
  }

  /**
   * The turns before one that is accepted.
   *
   * @param busy true if one has begun or is next; it cannot end before the transaction does, so
   *     that it does not miss the turns queued behind it, but it can continue
   */
  private record Before(boolean busy, long queued) {}

  private Before before(Statements on, Scope scope) throws SQLException {
    String of = " from {adk_waiting_turn} where tenant = ? and conversation = ? and state ";
    String lock = sql.postgres ? " for key share" : " for update";
    List<String> lane = Sql.lane(scope);
    Sql.Both<Boolean, Long> both =
        sql.both(
            on,
            Sql.of("select 1" + of + "in " + OPEN + lock, lane),
            row -> true,
            Sql.of("select count(*)" + of + "= 'queued'", lane),
            row -> row.getLong(1));
    return new Before(!both.first().isEmpty(), both.second().getFirst());
  }

  /** Returns null if another turn was faster. */
  private @Nullable StoredTurn insert(Statements on, StoredTurn turn, boolean free)
      throws SQLException {
    try {
      return insert(turn, free, false).first(on, TurnRows::turn);
    } catch (SQLException e) {
      if ("23505".equals(e.getSQLState()) && !sql.postgres) {
        return null;
      }
      throw e;
    }
  }

  /**
   * Returns the statement that inserts a turn and returns it.
   *
   * @param alone inserts nothing if the conversation has another open turn
   */
  private Sql.Text insert(StoredTurn turn, boolean free, boolean alone) {
    StoredTurn.Acceptance asked = Objects.requireNonNull(turn.acceptance(), "acceptance");
    Scope scope = turn.scope();
    Sql.Text insert =
        Sql.of(
            sql.returning(insert(alone), "*"),
            Sql.key(turn),
            scope.conversation(),
            scope.subject(),
            free ? "ready" : "queued",
            free ? scope.conversation() : null,
            turn.results().text(),
            Sql.json(turn.memo()),
            asked.input().text(),
            asked.key(),
            asked.key() == null ? null : asked.fingerprint(),
            asked.priority());
    return alone ? insert.add("", Sql.lane(scope)) : insert;
  }

  private String insert(boolean alone) {
    String values =
        "?, ?, ?, ?, ?, ?, 'accepted', 0, 0, 0, ?, ?, ?, ?, ?, cast(? as smallint), {began}, {began}";
    return "insert into {adk_waiting_turn} (tenant, turn_id, conversation, subject, state, lane, phase,"
        + " iteration, token, attempt, results, memo, input, request_key, fingerprint, priority,"
        + " created_at, updated_at) "
        + (alone
            ? "select "
                + values
                + " where not exists (select 1 from {adk_waiting_turn} where tenant = ? and conversation"
                + " = ? and (state = 'queued' or state in "
                + OPEN
                + "))"
            : "values (" + values + ")")
        + (sql.postgres ? " on conflict do nothing" : "");
  }

  /**
   * Ends a turn, creates a further turn from its unread messages, and makes the next turn of its
   * conversation ready.
   *
   * @param ready receives the next turn, if one exists
   * @return false if the claim was lost
   */
  boolean end(Statements on, StoredTurn turn, State end, @Nullable String error, ReadyTurns ready)
      throws SQLException {
    List<String> lane = Sql.lane(turn.scope());
    Sql.Both<Boolean, String> both = endAndNext(on, turn, end, error, "", List.of());
    if (both.first().isEmpty()) {
      return false;
    }
    List<String> next = both.second();
    if (both.first().getFirst()) {
      follow(on, turn);
      next = next.isEmpty() ? next(on, lane) : next;
    }
    ready.add(on, turn.scope().tenant(), ready(on, lane, next));
    return true;
  }

  /**
   * Ends a turn if it has no unread messages and no turn is queued behind it. Needs no transaction.
   *
   * @return empty if the claim was lost, or the turn is not the last one; otherwise true if another
   *     turn was queued at the same time, which must be promoted
   */
  Optional<Boolean> endLast(Statements on, StoredTurn turn, State end, @Nullable String error)
      throws SQLException {
    // An answered turn whose end is lost with the database ends again: the answer is stored before.
    String last =
        (end == State.COMPLETED ? " and " + StorageSql.COMMITTED_AT_ONCE : "")
            + " and mail_sent = mail_read and not exists (select 1 from {adk_waiting_turn} q where"
            + " q.tenant = ? and q.conversation = ? and q.state = 'queued')";
    Sql.Both<Boolean, String> both = endAndNext(on, turn, end, error, last, Sql.lane(turn.scope()));
    return both.first().isEmpty() ? Optional.empty() : Optional.of(!both.second().isEmpty());
  }

  /** Returns whether the turn has unread messages, if it was ended, and the next turn. */
  private Sql.Both<Boolean, String> endAndNext(
      Statements on,
      StoredTurn turn,
      State end,
      @Nullable String error,
      String condition,
      List<String> more)
      throws SQLException {
    TurnGuard.Part ending = turns.end(turn, end, error).claim();
    return sql.both(
        on,
        Sql.of(
            sql.returning(ending.sql() + condition, "mail_sent > mail_read"),
            Arrays.asList(ending.args()),
            more),
        row -> row.getBoolean(1),
        Sql.of(next(), Sql.lane(turn.scope())),
        DurableStatements::id);
  }

  private static String id(ResultSet row) throws SQLException {
    return TextEscape.unescape(row.getString(1));
  }

  /** Creates a turn from the messages that another turn did not read, once: it may be retried. */
  private void follow(Statements on, StoredTurn ended) throws SQLException {
    StoredTurn more = TurnRules.following(ended, mail.unread(on, ended));
    insert(on, more, false);
    mail.forget(on, ended);
  }

  /**
   * Makes the next turn of the conversation ready. Returns null if none exists, or one has begun.
   */
  @Nullable String promote(Statements on, String tenant, String conversation) throws SQLException {
    List<String> lane = List.of(tenant, conversation);
    return ready(on, lane, next(on, lane));
  }

  private List<String> next(Statements on, List<String> lane) throws SQLException {
    return on.query(DurableStatements::id, next(), lane);
  }

  private String next() {
    return "select q.turn_id from {adk_waiting_turn} q where q.tenant = ? and q.conversation = ? and q.state ="
        + " 'queued'"
        + nobodyRuns()
        + " order by q.accepted limit 1";
  }

  /** Makes the next turn ready. If it is stopped meanwhile, the one after it is made ready. */
  private @Nullable String ready(Statements on, List<String> lane, List<String> next)
      throws SQLException {
    String ready =
        "update {adk_waiting_turn} set state = 'ready', lane = conversation, updated_at = {now} where"
            + " tenant = ? and turn_id = ? and state = 'queued'";
    List<String> before = List.of();
    List<String> first = next;
    while (!first.isEmpty() && !first.equals(before)) {
      if (on.update(ready, lane.getFirst(), first.getFirst()) == 1) {
        return first.getFirst();
      }
      before = first;
      first = next(on, lane);
    }
    return null;
  }

  private String nobodyRuns() {
    return " and not exists (select 1 from {adk_waiting_turn} o where o.tenant = q.tenant and o.conversation ="
        + " q.conversation and o.state in "
        + OPEN
        + ")";
  }

  /** The lane of a conversation. */
  record Lane(String tenant, String conversation) {}

  /**
   * Returns lanes in which turns are queued and none runs: a process died between a turn's end and
   * the next one's beginning, or two turns ended at once.
   */
  List<Lane> forgotten(Statements on, int limit) throws SQLException {
    return on.query(
        row ->
            new Lane(TextEscape.unescape(row.getString(1)), TextEscape.unescape(row.getString(2))),
        "select distinct q.tenant, q.conversation from {adk_waiting_turn} q"
            + " where q.state = 'queued'"
            + nobodyRuns()
            + " limit "
            + limit);
  }

  TurnGuard ask(StoredTurn turn) {
    return turns.change(
        turn,
        turns.insertCalls(turn),
        "phase = 'asked', iteration = ?, results = ?",
        turn.iteration(),
        turn.results().text());
  }

  TurnGuard done(StoredTurn turn, Collection<String> callIds) {
    List<TurnGuard.Part> done = new ArrayList<>();
    for (String id : callIds) {
      String update =
          "update {adk_waiting_call} set done_at = {now}"
              + " where tenant = ? and turn_id = ? and id = ?";
      String guarded = update + " and exists (select 1 from guard)";
      done.add(new TurnGuard.Part(update, guarded, Sql.key(turn), id));
    }
    return turns.hold(turn, done);
  }

  /** Queues a failed turn. Returns its conversation, or null if no such turn exists. */
  @Nullable String retry(Statements on, String tenant, String turnId) throws SQLException {
    String queue =
        "update {adk_waiting_turn} set state = 'queued', attempt = 0, error = null,"
            + " updated_at = {now} where tenant = ? and turn_id = ? and state = 'failed'"
            + " and input is not null";
    return on.update(queue, tenant, turnId) == 0
        ? null
        : on.first(
            DurableStatements::id,
            "select conversation from {adk_waiting_turn} where tenant = ? and turn_id = ?",
            tenant,
            turnId);
  }
}
