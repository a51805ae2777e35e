package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.VectorErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Finds or creates the extension {@code vector} once and tunes indexed searches. */
final class PgExtension {

  /** Largest value of {@code hnsw.ef_search}. */
  private static final int MAX_EF_SEARCH = 1000;

  static final int DEFAULT_EF_SEARCH = 40;

  private final DataSource dataSource;
  private final int efSearch;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable String version;

  /**
   * @param efSearch lowest number of candidates of a search in an HNSW index
   */
  PgExtension(DataSource dataSource, int efSearch) {
    if (efSearch < 1 || efSearch > MAX_EF_SEARCH) {
      throw VectorErrors.invalidConfig(
          "efSearch must be from 1 to " + MAX_EF_SEARCH + ", not " + efSearch);
    }
    this.dataSource = dataSource;
    this.efSearch = efSearch;
  }

  void require() {
    if (version != null) {
      return;
    }
    lock.lock();
    try {
      if (version == null) {
        version = findOrCreate();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Uses a separate connection, so that a failure does not abort a transaction of the caller. */
  private String findOrCreate() {
    try (Connection connection = dataSource.getConnection()) {
      List<String> found = installed(connection);
      if (found.isEmpty()) {
        create(connection);
        found = installed(connection);
      }
      String installed = found.getFirst();
      if (isOlder(installed, 7)) {
        throw VectorErrors.connectionFailed(
            "the extension 'vector' is "
                + installed
                + ", and 0.7 or newer is needed: run 'alter extension vector update'",
            null);
      }
      return installed;
    } catch (SQLException e) {
      throw VectorErrors.connectionFailed(
          "PostgreSQL with the extension 'vector' is needed: " + e.getMessage(), e);
    }
  }

  /** Holds a lock, so nodes that start together wait for each other. */
  private static void create(Connection connection) throws SQLException {
    boolean before = connection.getAutoCommit();
    connection.setAutoCommit(false);
    PgJdbc.lock(connection, "adk.vector");
    PgJdbc.execute(connection, "create extension if not exists vector");
    connection.commit();
    // The connection is not used again after a failure: closing it rolls back.
    connection.setAutoCommit(before);
  }

  private static List<String> installed(Connection connection) throws SQLException {
    return PgJdbc.query(
        connection,
        Sql.of("select extversion from pg_extension where extname = 'vector'"),
        row -> row.getString(1));
  }

  /** Returns true if an index can find this number of rows. */
  static boolean finds(int rows) {
    return rows <= MAX_EF_SEARCH;
  }

  /**
   * Returns columns, each after a comma, that set the transaction's search range for indexes. The
   * number is a parameter, so the query is prepared once for all numbers.
   *
   * @param filtered scans the index until enough rows pass the filter; a server without that
   *     feature examines its largest number of candidates
   * @param way a quick search also raises the cost of a comparison: reading a long vector costs far
   *     more than the planner expects
   */
  Sql tuning(int rows, boolean filtered, PgSearch.Way way) {
    boolean scansIteratively = !isOlder(String.valueOf(version), 8);
    int candidates = filtered && !scansIteratively ? MAX_EF_SEARCH : Math.max(rows, efSearch);
    // The server knows the settings only after it has loaded the library; reading a vector loads
    // it.
    return Sql.of(
        ", cast(null as vector), set_config('hnsw.ef_search', ?, true),"
            + " set_config('ivfflat.probes', '20', true)"
            + (scansIteratively
                ? ", set_config('hnsw.iterative_scan', 'strict_order', true)"
                    + ", set_config('ivfflat.iterative_scan', 'relaxed_order', true)"
                : "")
            + (way == PgSearch.Way.QUICK ? ", set_config('cpu_operator_cost', '0.005', true)" : ""),
        String.valueOf(candidates));
  }

  /** Returns true if the version is older than 0.{@code minor}. */
  private static boolean isOlder(String version, int minor) {
    String[] parts = version.split("\\.");
    return "0".equals(parts[0]) && parts.length > 1 && Integer.parseInt(parts[1]) < minor;
  }
}
