package dev.adk4j.jdbc.internal;

import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on one connection. Parameters are values that the drivers know, times and arrays
 * of texts. A null is one of a text; a {@link JDBCType} stands for a null of another type, a
 * collection for its elements.
 *
 * @param connection connection that the statements run on
 * @param names returns the text of a statement with the names of its tables
 * @param form returns a text in the form in which it is bound
 */
public record Statements(
    Connection connection, UnaryOperator<String> names, UnaryOperator<String> form) {

  /** Returns the statements of a connection whose texts already have the names of their tables. */
  public static Statements on(Connection connection) {
    return new Statements(connection, UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** Runs an insert, update or delete. Returns the number of rows. */
  public int update(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(names.apply(sql))) {
      bind(statement, 1, parameters);
      return statement.executeUpdate();
    }
  }

  public <T extends @Nullable Object> List<T> query(
      Row<T> row, String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(names.apply(sql))) {
      bind(statement, 1, parameters);
      try (ResultSet results = statement.executeQuery()) {
        return all(results, row);
      }
    }
  }

  /** Returns the first row, or null if there is none. */
  public <T> @Nullable T first(Row<T> row, String sql, @Nullable Object... parameters)
      throws SQLException {
    List<T> rows = query(row, sql, parameters);
    return rows.isEmpty() ? null : rows.getFirst();
  }

  /** Returns the number in the only row of a query. */
  public long number(String sql, @Nullable Object... parameters) throws SQLException {
    return query(row -> row.getLong(1), sql, parameters).getFirst();
  }

  /**
   * Returns the rows of several queries in one text, separated by semicolons, in one round trip.
   * Ends with the first statement that returns no rows.
   *
   * @param rows returns the reader of a query's rows, by the query's index
   */
  public <T> List<List<T>> together(
      IntFunction<Row<T>> rows, String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(names.apply(sql))) {
      bind(statement, 1, parameters);
      List<List<T>> found = new ArrayList<>();
      for (boolean more = statement.execute(); more; more = statement.getMoreResults()) {
        try (ResultSet results = statement.getResultSet()) {
          found.add(all(results, rows.apply(found.size())));
        }
      }
      return found;
    }
  }

  private static <T extends @Nullable Object> List<T> all(ResultSet results, Row<T> row)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    while (results.next()) {
      rows.add(row.read(results));
    }
    return rows;
  }

  /** Binds parameters from an index. Returns the index after the last one. */
  public int bind(PreparedStatement statement, int first, @Nullable Object... parameters)
      throws SQLException {
    return bind(statement, first, Arrays.asList(parameters));
  }

  private int bind(PreparedStatement statement, int first, Collection<?> parameters)
      throws SQLException {
    int at = first;
    for (Object parameter : parameters) {
      switch (parameter) {
        case null -> statement.setNull(at++, Types.VARCHAR);
        case String text -> statement.setObject(at++, form.apply(text));
        case Collection<?> several -> at = bind(statement, at, several);
        case Instant time -> statement.setObject(at++, time.atOffset(ZoneOffset.UTC));
        case String[] texts ->
            statement.setArray(at++, statement.getConnection().createArrayOf("text", texts));
        case JDBCType type -> statement.setNull(at++, type.getVendorTypeNumber());
        default -> statement.setObject(at++, parameter);
      }
    }
    return at;
  }

  /** Reads the current row. */
  @FunctionalInterface
  public interface Row<T extends @Nullable Object> {
    T read(ResultSet row) throws SQLException;
  }

  /** Work on a connection. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    /** Runs the work. It may be run again after a lost race. */
    T on(Statements on) throws SQLException;
  }
}
