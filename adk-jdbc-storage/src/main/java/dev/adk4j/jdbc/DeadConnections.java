package dev.adk4j.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.util.ClassUtils;

/**
 * Takes a connection that proved dead out of its pool. HikariCP does that by itself for the states
 * it knows; H2's are not among them, and a connection in constant use is never checked, so a
 * database that was closed would stay closed.
 */
final class DeadConnections {

  private static final boolean HIKARI =
      ClassUtils.isPresent(
          "com.zaxxer.hikari.HikariDataSource", DeadConnections.class.getClassLoader());

  private DeadConnections() {}

  static void evict(DataSource dataSource, Connection connection, SQLException failure) {
    if (HIKARI && SqlErrors.isGone(failure)) {
      Hikari.evict(dataSource, connection, failure);
    }
  }

  /** Loaded only where there is HikariCP. */
  private static final class Hikari {

    static void evict(DataSource dataSource, Connection connection, SQLException failure) {
      try {
        if (dataSource.isWrapperFor(HikariDataSource.class)) {
          dataSource.unwrap(HikariDataSource.class).evictConnection(connection);
        }
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
