package dev.adk4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** A pool of connections to a database, and short ways to look into it. */
public final class TestDatabase implements AutoCloseable {

  private final HikariDataSource pool;

  private TestDatabase(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Waits for a connection as long as a busy machine may take. */
  public static TestDatabase open(String url, String user, String password, int connections) {
    HikariConfig config = config(url, user, password, connections, 120_000);
    config.setMinimumIdle(0);
    return new TestDatabase(pool(config));
  }

  /**
   * Whose connections have an isolation of their own.
   *
   * @param isolation as HikariCP calls it; null for the database's
   */
  public static TestDatabase isolated(
      String url, String user, String password, int connections, String isolation) {
    HikariConfig config = config(url, user, password, connections, 120_000);
    config.setMinimumIdle(0);
    config.setTransactionIsolation(isolation);
    return new TestDatabase(pool(config));
  }

  /**
   * Soon gives up waiting for a connection. One is there from the beginning: where the database is
   * there, whoever needs no second one at the same time does not wait.
   */
  public static TestDatabase impatient(
      String url, String user, String password, int connections, int waitMillis) {
    HikariConfig config = config(url, user, password, connections, waitMillis);
    config.setMinimumIdle(1);
    return new TestDatabase(pool(config));
  }

  /**
   * Of one connection that counts its {@link RoundTrips}, whose pool makes none: it neither looks
   * whether the connection is still there nor keeps it alive.
   */
  public static TestDatabase counted(String url, String user, String password) {
    return new TestDatabase(RoundTrips.pool(config(url, user, password, 1, 120_000)));
  }

  private static HikariConfig config(
      String url, String user, String password, int connections, int waitMillis) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(waitMillis);
    return config;
  }

  /** HikariCP sets the patience of everybody in this JVM to that of its newest pool. */
  static HikariDataSource pool(HikariConfig config) {
    int everybodys = DriverManager.getLoginTimeout();
    try {
      return new HikariDataSource(config);
    } finally {
      DriverManager.setLoginTimeout(everybodys);
    }
  }

  public TestDatabase withTables() {
    AdkSchema.of(pool).apply(AdkSchemaMode.CREATE_IF_MISSING);
    return this;
  }

  /**
   * Waits until nobody else is connected. What a killed process asked PostgreSQL to do is done all
   * the same, and may be done only now.
   */
  public TestDatabase alone() {
    if (pool.getJdbcUrl().startsWith("jdbc:postgresql:")) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () ->
                  count(
                          "select count(*) from pg_stat_activity where datname = current_database()"
                              + " and backend_type = 'client backend' and pid <> pg_backend_pid()")
                      == 0);
    }
    return this;
  }

  public HikariDataSource pool() {
    return pool;
  }

  public DataSource dataSource() {
    return pool;
  }

  public JdbcPersistentStorage storage() {
    return JdbcPersistentStorage.of(pool);
  }

  public void execute(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The rows, columns separated by a bar. */
  public List<String> query(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(rows.getString(i)));
        }
        found.add(String.join("|", row));
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The messages and calls of all conversations, in order. */
  List<String> history() {
    return query(
            "select seq, role || ' ' || content as line from adk_message union all select seq, tool"
                + " || case when is_error then ' failed' else ' done' end from adk_tool_call order"
                + " by seq")
        .stream()
        .map(row -> row.substring(row.indexOf('|') + 1))
        .toList();
  }

  public long count(String sql) {
    return Long.parseLong(query(sql).getFirst());
  }

  @Override
  public void close() {
    pool.close();
  }
}
