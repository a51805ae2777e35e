package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore.Letter;
import dev.adk4j.value.Scope;
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

  private final TurnStatements turns;
  private final Sql sql;

  Mail(TurnStatements turns) {
    this.turns = turns;
    this.sql = turns.sql;
  }

  /**
   * Returns the turn that receives the message, also if it was sent before; empty if no turn
   * accepts it.
   */
  Optional<String> send(Statements on, Scope scope, Letter letter, int maxUnread)
      throws SQLException {
    StoredTurn turn = lock(on, scope);
    Optional<String> known = known(on, scope, letter); // after the lock
    if (turn == null || known.isPresent()) {
      return known;
    }
    if (turn.inbox().sent() - turn.inbox().read() >= maxUnread) {
      throw TurnRules.unread(maxUnread);
    }
    insert(on, turn, turn.inbox().sent() + 1, letter);
    return Optional.of(turn.turnId());
  }

  private @Nullable StoredTurn lock(Statements on, Scope scope) throws SQLException {
    return on.first(
        TurnRows::turn,
        "select * from {adk_waiting_turn} where tenant = ? and conversation = ?"
            + " and input is not null and "
            + BEGUN
            + " and phase <> 'answered' and stop_requested = false"
            + (sql.postgres ? " for no key update" : " for update"),
        Sql.lane(scope));
  }

  private Optional<String> known(Statements on, Scope scope, Letter letter) throws SQLException {
    if (letter.key() == null) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        on.first(
            row -> {
              TurnRules.same(TurnRows.letter(row), letter);
              return TextEscape.unescape(row.getString("turn_id"));
            },
            "select i.* from {adk_turn_inbox} i join {adk_waiting_turn} w on w.tenant = i.tenant"
                + " and w.turn_id = i.turn_id where i.tenant = ? and w.conversation = ?"
                + " and i.request_key = ?",
            Sql.lane(scope),
            letter.key()));
  }

  private void insert(Statements on, StoredTurn turn, long n, Letter letter) throws SQLException {
    on.update(
        "insert into {adk_turn_inbox} (tenant, turn_id, n, request_key, fingerprint, message,"
            + " created_at) values (?, ?, ?, ?, ?, ?, {now})",
        Sql.key(turn),
        n,
        letter.key(),
        letter.fingerprint(),
        letter.message().text());
    on.update(
        "update {adk_waiting_turn} set mail_sent = ? where tenant = ? and turn_id = ?",
        n,
        Sql.key(turn));
  }

  List<Letter> unread(Statements on, StoredTurn turn) throws SQLException {
    return on.query(
        TurnRows::letter,
        "select i.* from {adk_turn_inbox} i where i.tenant = ? and i.turn_id = ? and i.n > (select"
            + " w.mail_read from {adk_waiting_turn} w where w.tenant = i.tenant and w.turn_id = i.turn_id)"
            + " order by i.n",
        Sql.key(turn));
  }

  TurnGuard read(StoredTurn turn, long upTo) {
    return turns.change(turn, List.of(), "mail_read = ?", upTo);
  }

  /** Records that an ended turn has no more messages to read. */
  void forget(Statements on, StoredTurn turn) throws SQLException {
    on.update(
        "update {adk_waiting_turn} set mail_read = mail_sent where tenant = ? and turn_id = ?",
        Sql.key(turn));
  }

  /** Asks a turn to stop. A queued or failed turn is aborted by this statement. */
  int stop(Statements on, Scope scope, String turnId) throws SQLException {
    return on.update(
        "update {adk_waiting_turn} set stop_requested = ("
            + BEGUN
            + "), state = case when "
            + BEGUN
            + " then state else 'aborted' end, error = null, updated_at = {now} where tenant"
            + " = ? and conversation = ? and turn_id = ? and state not in ('completed',"
            + " 'aborted')",
        Sql.lane(scope),
        turnId);
  }

  static TurnQueries.Which stopping() {
    return new TurnQueries.Which(
        "w.stop_requested = true and w." + BEGUN + " order by w.updated_at");
  }
}
