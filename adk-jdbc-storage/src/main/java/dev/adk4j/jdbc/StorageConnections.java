package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The way to the storage's tables for what keeps rows beside the callbacks: transactions of its own
 * that never join the caller's, the configured schema, row-level security, and errors told apart as
 * in {@link JdbcPersistentStorage}. Safe for concurrent use.
 */
public final class StorageConnections {

  private final Database database;

  private StorageConnections(Database database) {
    this.database = database;
  }

  /** Asks the database for its name. */
  public static StorageConnections of(DataSource dataSource, JdbcStorageOptions options) {
    return new StorageConnections(Database.of(dataSource, options));
  }

  /** A table's name for statements: with the schema where one is configured. */
  public String table(String name) {
    return database.names().of(name);
  }

  /** PostgreSQL, or else H2. */
  public boolean isPostgres() {
    return database.dialect() instanceof PostgresDialect;
  }

  /**
   * A text as a key column holds it.
   *
   * @param path names the text in the error
   * @throws AdkException {@code VALIDATION_EXCEPTION} where it is longer than 800 bytes of UTF-8
   */
  public static String key(String text, String path) {
    return Owner.key(text, path);
  }

  /**
   * Work of one statement, committed when it returns.
   *
   * @param doing what the caller is at, for the error's message, such as "reading a cursor"
   * @param tenant whose rows it is about; empty for all tenants'
   */
  public <T extends @Nullable Object> T single(String doing, String tenant, Work<T> work) {
    return again(doing, () -> database.write(tenant, work::on));
  }

  /**
   * Work of several statements: all are committed when it returns, none when it throws. It is done
   * again, from the start, where another writer was faster.
   */
  public <T extends @Nullable Object> T transaction(String doing, String tenant, Work<T> work) {
    return again(doing, () -> database.transaction(tenant, work::on));
  }

  private static <T extends @Nullable Object> T again(String doing, Retry.Call<T> call) {
    try {
      return Retry.onLostRace(call);
    } catch (SQLException e) {
      throw SqlErrors.translate(doing, e);
    }
  }

  /** What is done on a connection, which is not to be kept. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }
}
