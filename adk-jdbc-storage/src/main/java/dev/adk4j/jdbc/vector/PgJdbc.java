package dev.adk4j.jdbc.vector;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Runs statements. */
final class PgJdbc {

  private PgJdbc() {}

  static <T> List<T> query(Connection connection, Sql sql, Statements.Row<T> row)
      throws SQLException {
    return Statements.on(connection).query(row, sql.text(), sql.args());
  }

  static boolean exists(Connection connection, Sql sql) throws SQLException {
    return !query(connection, sql, row -> true).isEmpty();
  }

  /** Blocks other nodes that lock the name until the transaction ends. */
  static void lock(Connection connection, String name) throws SQLException {
    exists(connection, Sql.of("select pg_advisory_xact_lock(hashtextextended(?, 0))", name));
  }

  static int update(Connection connection, Sql sql) throws SQLException {
    return Statements.on(connection).update(sql.text(), sql.args());
  }

  /** Runs SQL without arguments: a question mark is not a placeholder. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }
}
