package dev.adk4j.jpa;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The way to the storage's tables for what keeps rows beside the callbacks: transactions of its own
 * that never join the caller's, the configured schema, row-level security, and errors told apart as
 * in {@link JpaPersistentStorage}. Safe for concurrent use.
 */
public final class StorageConnections {

  private static final int MAX_ATTEMPTS = 12;
  private static final long PAUSE_NANOS = 2_000_000;

  private final Database database;

  private StorageConnections(Database database) {
    this.database = database;
  }

  /** Asks the database for its name. */
  public static StorageConnections of(DataSource dataSource, JpaStorageOptions options) {
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

  private static <T extends @Nullable Object> T again(String doing, SqlCall<T> call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.run();
      } catch (SQLException e) {
        boolean lost = SqlErrors.isDuplicateKey(e) || SqlErrors.isLostRace(e);
        if (!lost || attempt == MAX_ATTEMPTS) {
          throw SqlErrors.translate(doing, e);
        }
        pause(attempt);
      }
    }
  }

  private static void pause(int attempt) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS * attempt) + 1);
    if (Thread.currentThread().isInterrupted()) {
      throw AdkException.of(AdkErrorCode.E_STORAGE_UNAVAILABLE)
          .message("Interrupted while waiting for another writer of the same rows.")
          .build();
    }
  }

  /** What is done on a connection, which is not to be kept. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  @FunctionalInterface
  private interface SqlCall<T extends @Nullable Object> {
    T run() throws SQLException;
  }
}
