package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore.Letter;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements of messages sent to active turns. Every statement locks the turn's row first: a
 * message sent before the turn's last flush is read, and a later one finds a turn that has
 * answered.
 */
final class Mail {

  private static final String BEGUN = "state in ('ready', 'running', 'waiting')";

  private final WaitingStatements sql;
  private final String inbox;

  Mail(WaitingStatements sql, String inbox) {
    this.sql = sql;
    this.inbox = inbox;
  }

  /**
   * Returns the turn that receives the message, also if it was sent before; empty if no turn
   * accepts it.
   */
  Optional<String> send(Connection connection, Scope scope, Letter letter, int maxUnread)
      throws SQLException {
    StoredTurn turn = lock(connection, scope);
    Optional<String> known = known(connection, scope, letter); // after the lock
    if (turn == null || known.isPresent()) {
      return known;
    }
    if (turn.inbox().sent() - turn.inbox().read() >= maxUnread) {
      throw TurnRules.unread(maxUnread);
    }
    insert(connection, scope, turn.turnId(), turn.inbox().sent() + 1, letter);
    return Optional.of(turn.turnId());
  }

  private @Nullable StoredTurn lock(Connection connection, Scope scope) throws SQLException {
    List<StoredTurn> found =
        Sql.query(
            connection,
            "select * from "
                + sql.turn
                + " where tenant = ? and conversation = ? and input is not null and "
                + BEGUN
                + " and phase <> 'answered' and stop_requested = false"
                + (sql.postgres ? " for no key update" : " for update"),
            WaitingRows::turn,
            scope.tenant(),
            scope.requireConversation());
    return found.isEmpty() ? null : found.getFirst();
  }

  private Optional<String> known(Connection connection, Scope scope, Letter letter)
      throws SQLException {
    if (letter.key() == null) {
      return Optional.empty();
    }
    return Sql.query(
            connection,
            "select i.* from "
                + inbox
                + " i join "
                + sql.turn
                + " w on w.tenant = i.tenant and w.turn_id = i.turn_id where i.tenant = ? and"
                + " i.request_key = ? and w.conversation = ?",
            row -> {
              TurnRules.same(WaitingRows.letter(row), letter);
              return TextEscape.unescape(row.getString("turn_id"));
            },
            scope.tenant(),
            letter.key(),
            scope.requireConversation())
        .stream()
        .findFirst();
  }

  private void insert(Connection connection, Scope scope, String turnId, long n, Letter letter)
      throws SQLException {
    Sql.update(
        connection,
        "insert into "
            + inbox
            + " (tenant, turn_id, n, request_key, fingerprint, message, created_at) values (?, ?, ?,"
            + " ?, ?, ?, "
            + sql.now
            + ")",
        scope.tenant(),
        turnId,
        n,
        letter.key(),
        letter.fingerprint(),
        letter.message().text());
    Sql.update(
        connection,
        "update " + sql.turn + " set mail_sent = ? where tenant = ? and turn_id = ?",
        n,
        scope.tenant(),
        turnId);
  }

  List<Letter> unread(Connection connection, StoredTurn turn) throws SQLException {
    return Sql.query(
        connection,
        "select i.* from "
            + inbox
            + " i where i.tenant = ? and i.turn_id = ? and i.n > (select w.mail_read from "
            + sql.turn
            + " w where w.tenant = i.tenant and w.turn_id = i.turn_id) order by i.n",
        WaitingRows::letter,
        turn.scope().tenant(),
        turn.turnId());
  }

  TurnGuard read(StoredTurn turn, long upTo) {
    return sql.change(turn, List.of(), "mail_read = ?", upTo);
  }

  /** Records that an ended turn has no more messages to read. */
  void forget(Connection connection, StoredTurn turn) throws SQLException {
    Sql.update(
        connection,
        "update " + sql.turn + " set mail_read = mail_sent where tenant = ? and turn_id = ?",
        turn.scope().tenant(),
        turn.turnId());
  }

  /** Asks a turn to stop. A queued or failed turn is aborted by this statement. */
  int stop(Connection connection, Scope scope, String turnId) throws SQLException {
    return Sql.update(
        connection,
        "update "
            + sql.turn
            + " set stop_requested = ("
            + BEGUN
            + "), state = case when "
            + BEGUN
            + " then state else 'aborted' end, error = null, updated_at = "
            + sql.now
            + " where tenant = ? and conversation = ? and turn_id = ? and state not in ('completed',"
            + " 'aborted')",
        scope.tenant(),
        scope.requireConversation(),
        turnId);
  }

  static WaitingStatements.Which stopping() {
    return new WaitingStatements.Which(
        "w.stop_requested = true and w." + BEGUN + " order by w.updated_at");
  }
}
