package dev.adk4j.springai.chatmemory;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.turn.ScopeResolver;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** A database in memory with the tables, and a repository over it. */
final class MemoryDatabase implements AutoCloseable {

  private final JdbcConnectionPool pool =
      JdbcConnectionPool.create(
          "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

  MemoryDatabase() {
    AdkSchema.of(pool).apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  DataSource dataSource() {
    return pool;
  }

  ConversationHistory history() {
    return JdbcPersistentStorage.of(pool).history();
  }

  AdkChatMemoryRepository repository(ScopeResolver scopes) {
    return new AdkChatMemoryRepository(history(), AdkStorageAdmin.of(pool), scopes);
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  long count(String table) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from " + table)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    execute("shutdown");
    pool.dispose();
  }
}
