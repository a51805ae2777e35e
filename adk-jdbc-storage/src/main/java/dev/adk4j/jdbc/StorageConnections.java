package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the storage's database for stores other than the callbacks. Uses the
 * configured schema, row-level security, and separate transactions that never join the caller's.
 * Throws the errors of {@link JdbcPersistentStorage}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class StorageConnections {

  private final Database database;

  private StorageConnections(Database database) {
    this.database = database;
  }

  /** Returns connections to the storage. Opens one to detect the database. */
  public static StorageConnections of(DataSource dataSource, JdbcStorageOptions options) {
    return new StorageConnections(new Database(dataSource, options));
  }

  /** Returns a table's name for statements, with the schema if one is configured. */
  public String table(String name) {
    return database.names().of(name);
  }

  /** Returns true for PostgreSQL, false for H2. */
  public boolean isPostgres() {
    return database.dialect() instanceof PostgresDialect;
  }

  /**
   * Returns the escaped form of a text for a key column.
   *
   * @param path name of the text in the error
   * @throws AdkException {@code VALIDATION_EXCEPTION} if it is longer than 800 bytes of UTF-8
   */
  public static String key(String text, String path) {
    return Owner.key(text, path);
  }

  /**
   * Runs one statement, which is committed on return.
   *
   * @param doing operation for the error's message, such as "reading a cursor"
   * @param tenant tenant of the rows; empty for all tenants
   */
  public <T extends @Nullable Object> T single(String doing, String tenant, Work<T> work) {
    return SqlErrors.translating(
        doing,
        () -> Retry.onLostRace(() -> database.single(tenant, on -> work.on(on.connection()))));
  }

  /**
   * Runs several statements. All are committed on return; none if this throws. The work is repeated
   * from the start if another writer was faster, so it must be idempotent.
   */
  public <T extends @Nullable Object> T transaction(String doing, String tenant, Work<T> work) {
    return SqlErrors.translating(
        doing, () -> database.repeated(tenant, on -> work.on(on.connection())));
  }

  /**
   * Runs statements in the caller's transaction, which stays open. Nothing is repeated.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if the connection is in auto-commit mode
   */
  public <T extends @Nullable Object> T within(
      String doing, String tenant, Connection connection, Work<T> work) {
    return SqlErrors.translating(
        doing,
        () -> {
          Violations.require(
              !connection.getAutoCommit(),
              "$.transaction",
              "autoCommit",
              "is in auto-commit mode: begin a transaction with setAutoCommit(false)");
          return database.within(tenant, connection, on -> work.on(on.connection()));
        });
  }

  /** Work on a connection, which must not be kept. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }
}
