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
import org.jspecify.annotations.Nullable;

/**
 * Runs statements. Parameters are values that the drivers know, times and arrays of texts. A null
 * is one of a text; a {@link JDBCType} stands for a null of another type, a collection for its
 * elements.
 */
public final class Statements {

  private Statements() {}

  /** Runs an insert, update or delete. Returns the number of rows. */
  public static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, 1, parameters);
      return statement.executeUpdate();
    }
  }

  public static <T extends @Nullable Object> List<T> query(
      Connection connection, Row<T> row, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, 1, parameters);
      try (ResultSet results = statement.executeQuery()) {
        return all(results, row);
      }
    }
  }

  /** Returns the first row, or null if there is none. */
  public static <T> @Nullable T first(
      Connection connection, Row<T> row, String sql, @Nullable Object... parameters)
      throws SQLException {
    List<T> rows = query(connection, row, sql, parameters);
    return rows.isEmpty() ? null : rows.getFirst();
  }

  /** Returns the number in the only row of a query. */
  public static long number(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    return query(connection, row -> row.getLong(1), sql, parameters).getFirst();
  }

  /**
   * Returns the rows of several queries in one text, separated by semicolons, in one round trip.
   * Ends with the first statement that returns no rows.
   *
   * @param rows returns the reader of a query's rows, by the query's index
   */
  public static <T> List<List<T>> together(
      Connection connection, IntFunction<Row<T>> rows, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
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

  /** Reads the remaining rows. */
  public static <T extends @Nullable Object> List<T> all(ResultSet results, Row<T> row)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    while (results.next()) {
      rows.add(row.read(results));
    }
    return rows;
  }

  /** Binds parameters from an index. Returns the index after the last one. */
  public static int bind(PreparedStatement statement, int first, @Nullable Object... parameters)
      throws SQLException {
    return bind(statement, first, Arrays.asList(parameters));
  }

  private static int bind(PreparedStatement statement, int first, Collection<?> parameters)
      throws SQLException {
    int at = first;
    for (Object parameter : parameters) {
      switch (parameter) {
        case null -> statement.setNull(at++, Types.VARCHAR);
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
}
