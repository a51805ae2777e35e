package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Inserts.Value;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Records starts and ends of turns. Each is counted once. */
final class Turns {

  private final Sql sql;
  private final Captures captures;
  private final String turn;
  private final String open;
  private final String closed;

  Turns(Sql sql, Captures captures) {
    this.sql = sql;
    this.captures = captures;
    this.turn = sql.table("adk_memory_turn");
    this.open = insert("null");
    this.closed = insert(sql.now);
  }

  private String insert(String closedAt) {
    return sql.insertIfAbsent(
        "adk_memory_turn",
        List.of("tenant", "scope_key", "turn_id"),
        new Value("opened_at", "bigint", sql.now),
        new Value("closed_at", "bigint", closedAt));
  }

  boolean open(Connection connection, ConversationKey key, String turnId) throws SQLException {
    captures.touch(connection, key);
    return Statements.update(connection, open, key.columns(), id(turnId)) == 1;
  }

  boolean close(Connection connection, ConversationKey key, String turnId) throws SQLException {
    captures.touch(connection, key);
    String update =
        "update "
            + turn
            + " set closed_at = "
            + sql.now
            + " where tenant = ? and scope_key = ? and turn_id = ? and closed_at is null";
    return Statements.update(connection, update, key.columns(), id(turnId)) == 1
        || Statements.update(connection, closed, key.columns(), id(turnId)) == 1;
  }

  List<OpenTurn> open(Connection connection, ConversationKey key) throws SQLException {
    return select(connection, "t.tenant = ? and t.scope_key = ?", "", key.columns());
  }

  List<OpenTurn> overdue(Connection connection, long openMillis, int limit) throws SQLException {
    return select(connection, "t.opened_at <= " + sql.now + " - ?", " limit " + limit, openMillis);
  }

  private List<OpenTurn> select(
      Connection connection, String condition, String limit, Object... args) throws SQLException {
    String select =
        ("select v.tenant, v.subject, v.conversation, t.turn_id from %s t join %s v"
                + " on v.tenant = t.tenant and v.scope_key = t.scope_key"
                + " where t.closed_at is null and %s order by t.opened_at, t.turn_id%s")
            .formatted(turn, sql.table("adk_memory_conversation"), condition, limit);
    return Statements.query(
        connection,
        row -> new OpenTurn(ConversationKey.read(row), TextEscape.unescape(row.getString(4))),
        select,
        args);
  }

  private static String id(String turnId) {
    return StorageConnections.key(turnId, "$.turnId");
  }
}
