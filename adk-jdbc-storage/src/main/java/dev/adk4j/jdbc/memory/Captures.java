package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import dev.adk4j.memory.internal.store.MemoryPartJson;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.primitive.MessageRole;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Captured messages and their numbers. Each number is assigned while the conversation's row is
 * locked until the commit, so no smaller number appears later.
 */
final class Captures {

  private static final String TOUCH =
      " last_activity_at = {now} where tenant = ? and scope_key = ?";

  private static final String MESSAGE = " where tenant = ? and scope_key = ? and message_id = ?";

  private static final String UNSAVED =
      " from {adk_memory_journal} j where j.tenant = ? and j.scope_key = ? and j.seq > coalesce(("
          + "select c.saved_seq from {adk_memory_cursor} c where c.tenant = j.tenant"
          + " and c.scope_key = j.scope_key and c.store_name = ?), -1)";

  private final String ensure;
  private final String number;

  Captures(StorageSql sql) {
    this.ensure =
        sql.insertIfAbsent(
            "{adk_memory_conversation}",
            List.of("tenant", "scope_key"),
            Value.text("subject"),
            Value.text("conversation"),
            new Value("next_seq", "bigint", "0"),
            new Value("created_at", "bigint", "{now}"),
            new Value("last_activity_at", "bigint", "{now}"));
    this.number =
        sql.returning(
            "update {adk_memory_conversation} set next_seq = next_seq + ?," + TOUCH, "next_seq");
  }

  /** Creates the conversation's row if it is missing. */
  void ensure(Statements on, ConversationKey key) throws SQLException {
    on.update(ensure, key.columns(), key.subject(), key.conversation());
  }

  /** Records activity in the conversation. Creates its row if it is missing. */
  void touch(Statements on, ConversationKey key) throws SQLException {
    if (on.update("update {adk_memory_conversation} set" + TOUCH, key.columns()) == 0) {
      ensure(on, key);
    }
  }

  boolean append(Statements on, ConversationKey key, List<MemoryMessage> messages)
      throws SQLException {
    long next = numbers(on, key, messages.size());
    for (MemoryMessage message : messages) {
      insert(on, key, next++, message);
    }
    return true;
  }

  /** Reserves numbers and returns the first. Numbers of messages that already exist stay unused. */
  private long numbers(Statements on, ConversationKey key, int count) throws SQLException {
    Long after = numbered(on, key, count);
    if (after == null) {
      ensure(on, key);
      after = Objects.requireNonNull(numbered(on, key, count));
    }
    return after - count;
  }

  private @Nullable Long numbered(Statements on, ConversationKey key, int count)
      throws SQLException {
    return on.first(row -> row.getLong(1), number, (long) count, key.columns());
  }

  private void insert(Statements on, ConversationKey key, long seq, MemoryMessage message)
      throws SQLException {
    String id = StorageConnections.key(message.messageId(), "$.messageId");
    String insert =
        "insert into {adk_memory_journal} (tenant, scope_key, seq, message_id, role, parts, metadata,"
            + " created_at, captured_at) select cast(? as varchar(800)), cast(? as varchar(64)),"
            + " cast(? as bigint), cast(? as varchar(800)), cast(? as varchar(32)),"
            + " cast(? as text), cast(? as text), cast(? as bigint), {now}"
            + " where not exists (select 1 from {adk_memory_journal}"
            + MESSAGE
            + ")";
    on.update(
        insert,
        key.columns(),
        seq,
        id,
        message.role().wire(),
        TextEscape.escape(MemoryPartJson.write(message.parts())),
        MetadataJson.write(message.metadata()),
        message.createdAt().toEpochMilli(),
        key.columns(),
        id);
  }

  boolean replace(Statements on, ConversationKey key, MemoryMessage message) throws SQLException {
    return on.update(
            "update {adk_memory_journal} set role = ?, parts = ?, metadata = ?" + MESSAGE,
            message.role().wire(),
            TextEscape.escape(MemoryPartJson.write(message.parts())),
            MetadataJson.write(message.metadata()),
            key.columns(),
            StorageConnections.key(message.messageId(), "$.messageId"))
        == 1;
  }

  boolean remove(Statements on, ConversationKey key, String messageId) throws SQLException {
    String id = StorageConnections.key(messageId, "$.messageId");
    return on.update("delete from {adk_memory_journal}" + MESSAGE, key.columns(), id) == 1;
  }

  /** Returns the messages above the store's cursor, in order. */
  List<JournalEntry> unsaved(Statements on, ConversationKey key, String store, int limit)
      throws SQLException {
    String select =
        "select j.seq, j.message_id, j.role, j.parts, j.metadata, j.created_at"
            + UNSAVED
            + " order by j.seq"
            + (limit > 0 ? " limit " + limit : "");
    return on.query(Captures::entry, select, key.columns(), store);
  }

  @SuppressWarnings("NullAway") // ignores null values in the record's constructor
  private static JournalEntry entry(ResultSet row) throws SQLException {
    return new JournalEntry(
        row.getLong(1),
        new MemoryMessage(
            TextEscape.unescape(row.getString(2)),
            MessageRole.fromWire(row.getString(3)),
            MemoryPartJson.read(TextEscape.unescape(row.getString(4))),
            Instant.ofEpochMilli(row.getLong(6)),
            MetadataJson.read(row.getString(5))));
  }

  long pending(Statements on, ConversationKey key, String store) throws SQLException {
    return on.number("select count(*)" + UNSAVED, key.columns(), store);
  }
}
