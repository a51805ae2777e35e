package dev.adk4j.jdbc;

import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Reads the messages, thoughts and tool calls of a conversation in the order in which they were
 * stored. For pages and reports outside of a turn; a turn fetches each kind by its callback.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class ConversationHistory {

  private final JdbcPersistentStorage storage;

  ConversationHistory(JdbcPersistentStorage storage) {
    this.storage = storage;
  }

  /**
   * Returns the newest entries of the scope's conversation, oldest first; empty if nothing is
   * stored.
   *
   * @param limit largest number of entries, at least 1
   */
  public List<ConversationEntry> read(Scope scope, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1, was " + limit);
    }
    SnapshotCodec codec = storage.codec(scope);
    Owner owner = Owner.ofConversation(scope);
    List<ConversationEntry> entries = new ArrayList<>();
    add(entries, codec, owner, limit, RecordKind.MESSAGE, ConversationEntry.Said::new);
    add(entries, codec, owner, limit, RecordKind.THOUGHT, ConversationEntry.Reflected::new);
    add(entries, codec, owner, limit, RecordKind.TOOL_CALL, ConversationEntry.Called::new);
    entries.sort(Comparator.comparingLong(ConversationEntry::seq));
    return List.copyOf(entries.subList(Math.max(0, entries.size() - limit), entries.size()));
  }

  private <T> void add(
      List<ConversationEntry> entries,
      SnapshotCodec codec,
      Owner owner,
      int limit,
      RecordKind<T> kind,
      BiFunction<Long, T, ConversationEntry> entry) {
    for (NumberedRow row : storage.reader().newestNumbered(kind.table(), owner, limit)) {
      entries.add(entry.apply(row.seq(), RowCodec.decode(kind, codec, row.row())));
    }
  }
}
