package dev.adk4j.jdbc.waiting;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.StoredTurns;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurnStore.Accepted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The statements of durable turns. Of a conversation, at most one durable turn has its lane; the
 * unique index on it decides between those that are accepted at once.
 */
final class DurableStatements {

  private static final int TRIES = 20;
  private static final String OPEN = "('ready', 'running', 'waiting')";

  private final WaitingStatements sql;

  DurableStatements(WaitingStatements sql) {
    this.sql = sql;
  }

  Accepted accept(Connection connection, WaitingTurn turn, int mostQueued) throws SQLException {
    WaitingTurn.Acceptance asked = Objects.requireNonNull(turn.acceptance(), "acceptance");
    for (int i = 0; i < TRIES; i++) {
      WaitingTurn known =
          asked.key() == null ? null : sql.one(connection, byKey(turn.scope(), asked.key()));
      if (known != null) {
        return new Accepted(StoredTurns.same(known, asked), false);
      }
      boolean busy = isBusy(connection, turn.scope());
      long queued = queued(connection, turn.scope());
      if ((busy || queued > 0) && queued >= mostQueued) {
        throw StoredTurns.full(mostQueued);
      }
      if (insert(connection, turn, asked, !busy && queued == 0) == 1) {
        WaitingTurn stored = sql.one(connection, WaitingStatements.key(turn));
        return new Accepted(Objects.requireNonNull(stored), true);
      }
    }
    throw new SQLException("turn '" + turn.turnId() + "' found no place in its lane", "40001");
  }

  static WaitingStatements.Which byKey(Scope scope, String key) {
    return new WaitingStatements.Which(
        "w.tenant = ? and w.conversation = ? and w.request_key = ?",
        scope.tenant(),
        scope.requireConversation(),
        key);
  }

  /**
   * Returns true where a turn of the conversation has begun or is next. It cannot end before the
   * transaction does, so that it does not miss who is queued behind it; it can go on.
   */
  private boolean isBusy(Connection connection, Scope scope) throws SQLException {
    return !Sql.query(
            connection,
            "select turn_id from "
                + sql.turn
                + " where tenant = ? and conversation = ? and state in "
                + OPEN
                + (sql.postgres ? " for key share" : " for update"),
            row -> true,
            scope.tenant(),
            scope.requireConversation())
        .isEmpty();
  }

  private long queued(Connection connection, Scope scope) throws SQLException {
    return Sql.query(
            connection,
            "select count(*) from "
                + sql.turn
                + " where tenant = ? and conversation = ? and state = 'queued'",
            row -> row.getLong(1),
            scope.tenant(),
            scope.requireConversation())
        .getFirst();
  }

  /** 0 where another one was faster. */
  private int insert(
      Connection connection, WaitingTurn turn, WaitingTurn.Acceptance asked, boolean free)
      throws SQLException {
    Scope scope = turn.scope();
    try {
      return Sql.update(
          connection,
          "insert into "
              + sql.turn
              + " (tenant, turn_id, conversation, subject, state, lane, phase, iteration, token,"
              + " attempt, results, memo, input, request_key, fingerprint, created_at, updated_at)"
              + " values (?, ?, ?, ?, ?, ?, 'accepted', 0, 0, 0, ?, ?, ?, ?, ?, "
              + sql.now
              + ", "
              + sql.now
              + ")"
              + (sql.postgres ? " on conflict do nothing" : ""),
          scope.tenant(),
          turn.turnId(),
          scope.conversation(),
          scope.subject(),
          free ? "ready" : "queued",
          free ? scope.conversation() : null,
          turn.results().text(),
          WaitingStatements.text(turn.memo()),
          asked.input().text(),
          asked.key(),
          asked.fingerprint());
    } catch (SQLException e) {
      if ("23505".equals(e.getSQLState()) && !sql.postgres) {
        return 0;
      }
      throw e;
    }
  }

  /** Makes the next turn of the conversation ready; null where there is none, or one has begun. */
  @Nullable String promote(Connection connection, String tenant, String conversation)
      throws SQLException {
    List<String> next =
        Sql.query(
            connection,
            "select q.turn_id from "
                + sql.turn
                + " q where q.tenant = ? and q.conversation = ? and q.state = 'queued'"
                + nobodyRuns()
                + " order by q.accepted limit 1",
            row -> TextEscape.unescape(row.getString(1)),
            tenant,
            conversation);
    if (next.isEmpty()) {
      return null;
    }
    int changed =
        Sql.update(
            connection,
            "update "
                + sql.turn
                + " set state = 'ready', lane = conversation, updated_at = "
                + sql.now
                + " where tenant = ? and turn_id = ? and state = 'queued'",
            tenant,
            next.getFirst());
    return changed == 1 ? next.getFirst() : null;
  }

  private String nobodyRuns() {
    return " and not exists (select 1 from "
        + sql.turn
        + " o where o.tenant = q.tenant and o.conversation = q.conversation and o.state in "
        + OPEN
        + ")";
  }

  /** The lane of a conversation. */
  record Lane(String tenant, String conversation) {}

  /**
   * Lanes in which turns are queued and none runs: a process died between a turn's end and the next
   * one's beginning, or two turns ended at once.
   */
  List<Lane> forgotten(Connection connection, int limit) throws SQLException {
    return new ArrayList<>(
        Sql.query(
            connection,
            "select distinct q.tenant, q.conversation from "
                + sql.turn
                + " q where q.state = 'queued'"
                + nobodyRuns()
                + " limit "
                + limit,
            row ->
                new Lane(
                    TextEscape.unescape(row.getString(1)), TextEscape.unescape(row.getString(2)))));
  }

  /** False where the claim was lost. */
  boolean ask(Connection connection, WaitingTurn turn) throws SQLException {
    int changed =
        sql.held(
            connection,
            turn,
            "phase = 'asked', iteration = ?, results = ?, updated_at = " + sql.now,
            turn.iteration(),
            turn.results().text());
    if (changed == 1) {
      sql.insertCalls(connection, turn);
    }
    return changed == 1;
  }

  /** False where the claim was lost. */
  boolean done(Connection connection, WaitingTurn turn, Collection<String> callIds)
      throws SQLException {
    if (!sql.hold(connection, turn)) {
      return false;
    }
    for (String id : callIds) {
      Sql.update(
          connection,
          "update "
              + sql.call
              + " set done_at = "
              + sql.now
              + " where tenant = ? and turn_id = ? and id = ?",
          turn.scope().tenant(),
          turn.turnId(),
          id);
    }
    return true;
  }
}
