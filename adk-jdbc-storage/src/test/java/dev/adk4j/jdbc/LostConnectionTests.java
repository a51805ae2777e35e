package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class LostConnectionTests {

  private static final String URL = "jdbc:h2:mem:lost;DB_CLOSE_DELAY=-1";

  /** HikariCP does not know H2's state of a closed session, and does not check one in use. */
  @Test
  void usesADeadConnectionOfItsPoolOnlyOnce() throws SQLException {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(URL);
      pool.setMaximumPoolSize(1);
      Database database = new Database(pool, JdbcStorageOptions.DEFAULT);
      assertThat(answers(database)).isTrue();
      try (Connection other = DriverManager.getConnection(URL);
          Statement statement = other.createStatement()) {
        statement.execute("shutdown immediately");
      }
      assertThat(answers(database)).as("the session was closed").isFalse();
      assertThat(answers(database)).isTrue();
    }
  }

  private static boolean answers(Database database) {
    try {
      return database.single("t", on -> on.number("select 1")) == 1;
    } catch (SQLException e) {
      return false;
    }
  }
}
