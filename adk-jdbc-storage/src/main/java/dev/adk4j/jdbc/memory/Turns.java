package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import java.sql.SQLException;
import java.util.List;

/** Records starts and ends of turns. Each is counted once. */
final class Turns {

  private final Captures captures;
  private final String open;
  private final String closed;

  Turns(StorageSql sql, Captures captures) {
    this.captures = captures;
    this.open = insert(sql, "null");
    this.closed = insert(sql, "{now}");
  }

  private static String insert(StorageSql sql, String closedAt) {
    return sql.insertIfAbsent(
        "{adk_memory_turn}",
        List.of("tenant", "scope_key", "turn_id"),
        new Value("opened_at", "bigint", "{now}"),
        new Value("closed_at", "bigint", closedAt));
  }

  boolean open(Statements on, ConversationKey key, String turnId) throws SQLException {
    captures.touch(on, key);
    return on.update(open, key.columns(), id(turnId)) == 1;
  }

  boolean close(Statements on, ConversationKey key, String turnId) throws SQLException {
    captures.touch(on, key);
    String update =
        "update {adk_memory_turn} set closed_at = {now} where tenant = ? and scope_key = ?"
            + " and turn_id = ? and closed_at is null";
    return on.update(update, key.columns(), id(turnId)) == 1
        || on.update(closed, key.columns(), id(turnId)) == 1;
  }

  List<OpenTurn> open(Statements on, ConversationKey key) throws SQLException {
    return select(on, "t.tenant = ? and t.scope_key = ?", "", key.columns());
  }

  List<OpenTurn> overdue(Statements on, long openMillis, int limit) throws SQLException {
    return select(on, "t.opened_at <= {now} - ?", " limit " + limit, openMillis);
  }

  private List<OpenTurn> select(Statements on, String condition, String limit, Object... args)
      throws SQLException {
    String select =
        "select v.tenant, v.subject, v.conversation, t.turn_id from {adk_memory_turn} t"
            + " join {adk_memory_conversation} v on v.tenant = t.tenant and v.scope_key = t.scope_key"
            + " where t.closed_at is null and "
            + condition
            + " order by t.opened_at, t.turn_id"
            + limit;
    return on.query(
        row -> new OpenTurn(ConversationKey.read(row), TextEscape.unescape(row.getString(4))),
        select,
        args);
  }

  private static String id(String turnId) {
    return StorageConnections.key(turnId, "$.turnId");
  }
}
