package dev.adk4j.jpa;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A pool of connections to a database, and short ways to look into it. */
public final class TestDatabase implements AutoCloseable {

  private final HikariDataSource pool;

  private TestDatabase(HikariDataSource pool) {
    this.pool = pool;
  }

  public static TestDatabase open(String url, String user, String password, int connections) {
    return open(url, user, password, connections, 30_000);
  }

  public static TestDatabase open(
      String url, String user, String password, int connections, int waitMillis) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(waitMillis);
    return new TestDatabase(new HikariDataSource(config));
  }

  public TestDatabase withTables() {
    AdkSchema.of(pool).apply(AdkSchemaMode.CREATE_IF_MISSING);
    return this;
  }

  public HikariDataSource pool() {
    return pool;
  }

  public DataSource dataSource() {
    return pool;
  }

  public JpaPersistentStorage storage() {
    return JpaPersistentStorage.of(pool);
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

  public long count(String sql) {
    return Long.parseLong(query(sql).getFirst());
  }

  @Override
  public void close() {
    pool.close();
  }
}
