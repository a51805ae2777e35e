package dev.adk4j.jdbc.stored;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.util.ClassUtils;

/** Detects whether a pool has only one connection, which no thread may then hold while waiting. */
final class LastConnection {

  private static final boolean HIKARI =
      ClassUtils.isPresent(
          "com.zaxxer.hikari.HikariDataSource", LastConnection.class.getClassLoader());

  private LastConnection() {}

  static boolean of(DataSource dataSource) throws SQLException {
    return HIKARI && Hikari.hasOne(dataSource);
  }

  /** Uses HikariCP; loaded only if it is present. */
  private static final class Hikari {

    static boolean hasOne(DataSource dataSource) throws SQLException {
      return dataSource.isWrapperFor(HikariDataSource.class)
          && dataSource.unwrap(HikariDataSource.class).getMaximumPoolSize() == 1;
    }
  }
}
