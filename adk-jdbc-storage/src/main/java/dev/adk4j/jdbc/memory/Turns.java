package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.memory.Sql.Value;
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
        3,
        Value.text("tenant"),
        Value.text("scope_key"),
        Value.text("turn_id"),
        Value.of("opened_at", "bigint", sql.now),
        Value.of("closed_at", "bigint", closedAt));
  }

  boolean open(Connection connection, ConversationKey key, String turnId) throws SQLException {
    captures.touch(connection, key);
    return Sql.update(connection, open, key.tenant(), key.scope(), id(turnId)) == 1;
  }

  boolean close(Connection connection, ConversationKey key, String turnId) throws SQLException {
    captures.touch(connection, key);
    String update =
        "update "
            + turn
            + " set closed_at = "
            + sql.now
            + " where tenant = ? and scope_key = ? and turn_id = ? and closed_at is null";
    return Sql.update(connection, update, key.tenant(), key.scope(), id(turnId)) == 1
        || Sql.update(connection, closed, key.tenant(), key.scope(), id(turnId)) == 1;
  }

  List<OpenTurn> open(Connection connection, ConversationKey key) throws SQLException {
    return select(connection, "t.tenant = ? and t.scope_key = ?", "", key.tenant(), key.scope());
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
    return Sql.query(
        connection,
        row -> new OpenTurn(ConversationKey.read(row), TextEscape.unescape(row.getString(4))),
        select,
        args);
  }

  private static String id(String turnId) {
    return StorageConnections.key(turnId, "$.turnId");
  }
}
