package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.MessageMemoryStore.AddMessagesContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A store that takes its time and then keeps a row for each message it was given, however often, so
 * that what several processes delivered can be counted.
 */
final class Deliveries implements MessageMemoryStore {

  /** Messages that are stored and were never delivered. */
  static final String UNDELIVERED =
      "select id from adk_message m where not exists (select 1 from delivered d"
          + " where d.message_id = m.id)";

  private final TestDatabase database;
  private final Duration pause;
  private final String node;

  Deliveries(TestDatabase database, Duration pause, String node) {
    this.database = database;
    this.pause = pause;
    this.node = node;
  }

  static void createTable(TestDatabase database) {
    database.execute(
        "create table delivered (node varchar(100), conversation varchar(100), seq bigint,"
            + " message_id varchar(800))");
  }

  @Override
  public String name() {
    return "deliveries";
  }

  @Override
  public boolean writable() {
    return true;
  }

  @Override
  public Optional<StoreExtractionSettings> extraction() {
    return Optional.of(
        StoreExtractionSettings.DEFAULT.withTriggers(new ExtractionTrigger.InvocationTrigger()));
  }

  @Override
  public Object addMessages(List<MemoryMessage> messages, AddMessagesContext context)
      throws SQLException {
    LockSupport.parkNanos(pause.toNanos());
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("insert into delivered values (?, ?, ?, ?)")) {
      for (int i = 0; i < messages.size(); i++) {
        insert.setString(1, node);
        insert.setString(2, context.conversation().id());
        insert.setLong(3, context.sequenceNumbers().get(i));
        insert.setString(4, messages.get(i).messageId());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return messages.size();
  }

  @Override
  public List<MemoryEntry> search(String query, SearchOptions options) {
    return List.of();
  }
}
