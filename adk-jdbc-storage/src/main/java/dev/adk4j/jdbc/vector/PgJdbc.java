package dev.adk4j.jdbc.vector;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Runs statements. */
final class PgJdbc {

  private PgJdbc() {}

  static <T> List<T> query(Connection connection, Sql sql, Statements.Row<T> row)
      throws SQLException {
    return Statements.query(connection, row, sql.text(), sql.args());
  }

  static boolean exists(Connection connection, Sql sql) throws SQLException {
    return !query(connection, sql, row -> true).isEmpty();
  }

  /** Blocks other nodes that lock the name until the transaction ends. */
  static void lock(Connection connection, String name) throws SQLException {
    exists(connection, Sql.of("select pg_advisory_xact_lock(hashtextextended(?, 0))", name));
  }

  /** Reads the rows of one query of several. */
  interface Rows {
    void read(ResultSet rows) throws SQLException;
  }

  /**
   * Sends the queries in one round trip.
   *
   * @param readers one for each query, called in order
   * @return true if each query returned rows and there were no other results
   */
  static boolean together(Connection connection, List<Sql> queries, List<Rows> readers)
      throws SQLException {
    Sql all = Sql.of("");
    for (int i = 0; i < queries.size(); i++) {
      all.add(i == 0 ? "" : "; ").add(queries.get(i));
    }
    try (PreparedStatement statement = connection.prepareStatement(all.text())) {
      Statements.bind(statement, 1, all.args());
      boolean isRows = statement.execute();
      for (Rows reader : readers) {
        if (!isRows) {
          return false;
        }
        try (ResultSet rows = statement.getResultSet()) {
          reader.read(rows);
        }
        isRows = statement.getMoreResults();
      }
      return !isRows && statement.getUpdateCount() < 0;
    }
  }

  static int update(Connection connection, Sql sql) throws SQLException {
    return Statements.update(connection, sql.text(), sql.args());
  }

  /** Runs SQL without arguments: a question mark is not a placeholder. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }
}
