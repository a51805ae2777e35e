package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Facts and messages that were set aside because a store can never save them. */
final class Asides {

  private final String insert;

  Asides(StorageSql sql) {
    this.insert =
        sql.insertIfAbsent(
            "{adk_memory_set_aside}",
            List.of("tenant", "scope_key", "store_name", "item"),
            Value.parameter("seq", "bigint"),
            Value.parameter("fact", "boolean"),
            Value.text("error"),
            new Value("set_aside_at", "bigint", "{now}"));
  }

  void put(Statements on, StoreKey key, SetAside item) throws SQLException {
    String message = item.messageId();
    String id =
        message == null ? Objects.requireNonNull(item.factKey()) : TextEscape.escape(message);
    on.update(
        insert, key.columns(), id, item.seq(), message == null, TextEscape.escape(item.error()));
  }

  List<SetAside> newest(Statements on, List<String> stores, int limit) throws SQLException {
    if (stores.isEmpty()) {
      return List.of();
    }
    String select =
        "select v.tenant, v.subject, v.conversation, a.store_name, a.item, a.seq, a.fact, a.error,"
            + " a.set_aside_at from {adk_memory_set_aside} a join {adk_memory_conversation} v"
            + " on v.tenant = a.tenant and v.scope_key = a.scope_key where a.store_name in "
            + StorageSql.in(stores.size())
            + " order by a.set_aside_at desc, a.seq desc limit ?";
    return on.query(Asides::read, select, stores, limit);
  }

  private static SetAside read(ResultSet row) throws SQLException {
    String item = TextEscape.unescape(row.getString(5));
    boolean fact = row.getBoolean(7);
    return new SetAside(
        new SaveKey(ConversationKey.read(row), TextEscape.unescape(row.getString(4))),
        row.getLong(6),
        fact ? null : item,
        fact ? item : null,
        TextEscape.unescape(row.getString(8)),
        Instant.ofEpochMilli(row.getLong(9)));
  }
}
