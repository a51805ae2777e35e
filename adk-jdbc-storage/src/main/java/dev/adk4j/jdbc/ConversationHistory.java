package dev.adk4j.jdbc;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads, searches and extends conversations outside of a turn, for pages, reports and imports.
 * Within a turn, callbacks fetch each kind of record. Performs no authorization: the scope must
 * come from the server. Thread-safe.
 *
 * <pre>{@code
 * ConversationHistory history = storage.history();
 * Scope ann = Scope.of("default", "ann", null);
 * List<ConversationHistory.Match> first = history.search(ann, "blue lamp", 20, null);
 * List<ConversationHistory.Match> second = history.search(ann, "blue lamp", 20, first.getLast());
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ConversationHistory {

  private final JdbcPersistentStorage storage;
  private final HistorySearch search;

  ConversationHistory(JdbcPersistentStorage storage, Database database) {
    this.storage = storage;
    this.search = new HistorySearch(storage, database);
  }

  /**
   * Message found by a search.
   *
   * @param conversation conversation that contains the message
   * @param seq position in the conversation
   */
  public record Match(String conversation, long seq, Message message) {}

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
    Owner owner = Owner.ofConversation(scope);
    List<ConversationEntry> entries =
        entries(scope, table -> storage.reader().newestNumbered(table, owner, limit));
    return List.copyOf(entries.subList(Math.max(0, entries.size() - limit), entries.size()));
  }

  /**
   * Returns the entries of the scope's conversation from one position to another, both included,
   * oldest first.
   */
  public List<ConversationEntry> read(Scope scope, long from, long to) {
    Owner owner = Owner.ofConversation(scope);
    return List.copyOf(
        entries(scope, table -> storage.reader().numberedBetween(table, owner, from, to)));
  }

  /**
   * Appends records to the scope's conversation, all or none. A record that is already stored
   * changes nothing, so the call can be repeated. A different record with the same id throws {@code
   * E_STORAGE_CONFLICT}.
   *
   * @param records messages, thoughts and tool calls, in order
   */
  public void append(Scope scope, List<? extends Displayable> records) {
    Owner.ofConversation(scope);
    storage
        .unitOfWork()
        .collect(
            () -> {
              for (Displayable record : records) {
                store(scope, record);
              }
            });
  }

  private void store(Scope scope, Displayable record) {
    switch (record) {
      case Message message -> storage.store(scope, RecordKind.MESSAGE, message);
      case Thought thought -> storage.store(scope, RecordKind.THOUGHT, thought);
      case ToolCall call -> storage.store(scope, RecordKind.TOOL_CALL, call);
      default ->
          throw new IllegalArgumentException(
              "A conversation contains messages, thoughts and tool calls, "
                  + "not "
                  + record.getClass());
    }
  }

  /**
   * Returns messages that contain all words of the text, newest first. Searches the whole history
   * of the scope's subject: the conversations that the subject began. Also searches the scope's
   * conversation, if it has one. Ignores case and finds a word inside a longer one.
   *
   * <p>PostgreSQL uses a {@code pg_trgm} index on the content if one exists, and otherwise reads
   * the subject's messages.
   *
   * @param scope needs a subject or a conversation, else {@code E_STORAGE_SCOPE_MISSING}
   * @param text 1 to 500 characters, at most 10 words
   * @param limit largest number of messages, from 1 to 100
   * @param after last message of the previous page; null for the first page
   */
  public List<Match> search(Scope scope, String text, int limit, @Nullable Match after) {
    HistorySearch.Place place =
        after == null
            ? null
            : new HistorySearch.Place(
                after.message().createdAt().toEpochMilli(), after.conversation(), after.seq());
    return search.find(scope, text, limit, place);
  }

  /**
   * Returns a tool, {@code search_history}, that lets a model search the history of the turn's
   * scope. The scope never comes from the model.
   */
  public Tool searchTool() {
    return new HistoryTool(search).tool();
  }

  private List<ConversationEntry> entries(
      Scope scope, Function<RecordTable, List<NumberedRow>> rows) {
    SnapshotCodec codec = storage.codec(scope);
    List<ConversationEntry> entries = new ArrayList<>();
    add(entries, codec, rows, RecordKind.MESSAGE, ConversationEntry.Said::new);
    add(entries, codec, rows, RecordKind.THOUGHT, ConversationEntry.Reflected::new);
    add(entries, codec, rows, RecordKind.TOOL_CALL, ConversationEntry.Called::new);
    entries.sort(Comparator.comparingLong(ConversationEntry::seq));
    return entries;
  }

  private static <R extends AbstractRecord<R>> void add(
      List<ConversationEntry> entries,
      SnapshotCodec codec,
      Function<RecordTable, List<NumberedRow>> rows,
      RecordKind<R> kind,
      BiFunction<Long, R, ConversationEntry> entry) {
    for (NumberedRow row : rows.apply(kind.table())) {
      entries.add(entry.apply(row.seq(), RowCodec.decode(kind, codec, row.row())));
    }
  }
}
