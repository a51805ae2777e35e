package dev.adk4j.springai.chatmemory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;

/**
 * Imports the conversations of {@code SPRING_AI_CHAT_MEMORY}, the table of Spring AI's repository,
 * in their order and with their times. Reads the table as a stream and stores 500 messages at a
 * time. Can be stopped and restarted: existing messages are not stored twice. Run it after the old
 * application has stopped and before new messages arrive. The table is not changed.
 *
 * <pre>{@code
 * long messages =
 *     new ChatMemoryImporter(dataSource, storage.history(), id -> Scope.DEFAULT).run();
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ChatMemoryImporter {

  private static final int BATCH = 500;

  private static final String SELECT =
      "select m.conversation_id, m.content, m.type, m.timestamp from SPRING_AI_CHAT_MEMORY m"
          + " order by m.conversation_id, m.sequence_id, m.timestamp, m.type";

  private final DataSource source;
  private final ConversationHistory history;
  private final Function<String, Scope> owners;

  /**
   * Creates an importer.
   *
   * @param source database with the table; may differ from the history's
   * @param owners returns tenant and user of a conversation by its id; must agree with the
   *     repository's scope resolver
   */
  public ChatMemoryImporter(
      DataSource source, ConversationHistory history, Function<String, Scope> owners) {
    this.source = Objects.requireNonNull(source, "source");
    this.history = Objects.requireNonNull(history, "history");
    this.owners = Objects.requireNonNull(owners, "owners");
  }

  /**
   * Imports all messages.
   *
   * @return number of messages in the table, all of which are stored now
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE} if the table cannot be read; {@code
   *     E_STORAGE_CONFLICT} if it changed since an earlier import
   */
  public long run() {
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      // PostgreSQL streams a result only inside a transaction.
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(BATCH);
        try (ResultSet rows = statement.executeQuery(SELECT)) {
          return store(rows);
        }
      } finally {
        connection.rollback();
        connection.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) {
      throw AdkException.of(AdkErrorCode.E_STORAGE_UNAVAILABLE)
          .message("SPRING_AI_CHAT_MEMORY could not be read: " + e.getMessage())
          .help(
              "Configure the importer with the data source of Spring AI's table, then run"
                  + " it again.")
          .cause(e)
          .build();
    }
  }

  private long store(ResultSet rows) throws SQLException {
    List<Displayable> records = new ArrayList<>();
    String conversation = null;
    long all = 0;
    long place = 0;
    while (rows.next()) {
      String id = rows.getString(1);
      boolean next = !id.equals(conversation);
      if (next || place % BATCH == 0) {
        append(conversation, records);
      }
      place = next ? 0 : place;
      conversation = id;
      records.addAll(
          MessageRecords.encode(
              message(rows), "spring-ai-" + place, rows.getTimestamp(4).toInstant(), call -> null));
      place++;
      all++;
    }
    append(conversation, records);
    return all;
  }

  private void append(@Nullable String conversation, List<Displayable> records) {
    if (conversation != null) {
      Scope owner = owners.apply(conversation);
      String key = AdkChatMemoryRepository.key(owner, conversation);
      history.append(owner.withConversation(key), List.copyOf(records));
      records.clear();
    }
  }

  private static Message message(ResultSet row) throws SQLException {
    MessageType type = MessageType.valueOf(row.getString(3).strip());
    return MessageJson.read(MessageJson.plain(type, row.getString(2)));
  }
}
