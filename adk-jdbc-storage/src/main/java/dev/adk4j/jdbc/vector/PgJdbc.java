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
    try (PreparedStatement statement = prepare(connection, sql);
        ResultSet results = statement.executeQuery()) {
      return Statements.all(results, row);
    }
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
    try (PreparedStatement statement = prepare(connection, all)) {
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

  static void update(Connection connection, Sql sql) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql)) {
      statement.executeUpdate();
    }
  }

  /** Runs SQL without arguments: a question mark is not a placeholder. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }

  private static PreparedStatement prepare(Connection connection, Sql sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql.text());
    try {
      int at = 1;
      for (Object arg : sql.args()) {
        if (arg instanceof String[] texts) {
          statement.setArray(at++, connection.createArrayOf("text", texts));
        } else {
          statement.setObject(at++, arg);
        }
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      try (statement) {
        throw e;
      }
    }
  }
}
