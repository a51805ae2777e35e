package dev.adk4j.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.util.ClassUtils;

/**
 * Evicts a dead connection from its pool. HikariCP evicts connections on known SQL states, but does
 * not know H2's and never checks a connection in constant use.
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

  /** Uses HikariCP; loaded only if it is present. */
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
