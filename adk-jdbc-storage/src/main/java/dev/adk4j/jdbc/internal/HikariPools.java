package dev.adk4j.jdbc.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** What HikariCP's pools can do beyond a data source. Other data sources do nothing here. */
public final class HikariPools {

  private static final boolean PRESENT =
      ClassUtils.isPresent(
          "com.zaxxer.hikari.HikariDataSource", HikariPools.class.getClassLoader());

  private HikariPools() {}

  /**
   * Returns true for a pool that has only one connection, which no thread may then hold while
   * waiting.
   */
  public static boolean hasOne(DataSource dataSource) throws SQLException {
    return PRESENT && Hikari.hasOne(dataSource);
  }

  /**
   * Evicts a dead connection from its pool. HikariCP evicts connections on known SQL states, but
   * does not know H2's and never checks a connection in constant use.
   */
  public static void evict(DataSource dataSource, Connection connection, SQLException failure) {
    if (PRESENT) {
      Hikari.evict(dataSource, connection, failure);
    }
  }

  /** Uses HikariCP; loaded only if it is present. */
  private static final class Hikari {

    static boolean hasOne(DataSource dataSource) throws SQLException {
      HikariDataSource pool = pool(dataSource);
      return pool != null && pool.getMaximumPoolSize() == 1;
    }

    static void evict(DataSource dataSource, Connection connection, SQLException failure) {
      try {
        HikariDataSource pool = pool(dataSource);
        if (pool != null) {
          pool.evictConnection(connection);
        }
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
    }

    private static @Nullable HikariDataSource pool(DataSource dataSource) throws SQLException {
      return dataSource.isWrapperFor(HikariDataSource.class)
          ? dataSource.unwrap(HikariDataSource.class)
          : null;
    }
  }
}
