package dev.adk4j.jdbc.stored;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement with the arguments of its placeholders, in the order of its text. */
final class GateSql {

  private final StringBuilder text = new StringBuilder();
  private final List<@Nullable Object> args = new ArrayList<>();

  static GateSql of(String text, @Nullable Object... args) {
    return new GateSql().add(text, args);
  }

  GateSql add(String more, @Nullable Object... values) {
    text.append(more);
    for (Object value : values) {
      args.add(value);
    }
    return this;
  }

  int update(Connection connection) throws SQLException {
    try (PreparedStatement statement = prepare(connection)) {
      return statement.executeUpdate();
    }
  }

  <T> List<T> query(Connection connection, Row<T> row) throws SQLException {
    try (PreparedStatement statement = prepare(connection);
        ResultSet results = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (results.next()) {
        found.add(row.read(results));
      }
      return found;
    }
  }

  <T> @Nullable T first(Connection connection, Row<T> row) throws SQLException {
    List<T> found = query(connection, row);
    return found.isEmpty() ? null : found.getFirst();
  }

  private PreparedStatement prepare(Connection connection) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(text.toString());
    try {
      int at = 0;
      for (Object arg : args) {
        at++;
        switch (arg) {
          case null -> statement.setNull(at, Types.VARCHAR);
          case String string -> statement.setString(at, string);
          case Long number -> statement.setLong(at, number);
          case Boolean flag -> statement.setBoolean(at, flag);
          default -> throw new IllegalArgumentException("unsupported argument: " + arg.getClass());
        }
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
