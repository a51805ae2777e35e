package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL that differs between the databases, and helpers for statements. */
final class Sql {

  private final StorageConnections connections;

  /** Expression for the database's time in milliseconds. Leases use no other clock. */
  final String now;

  Sql(StorageConnections connections) {
    this.connections = connections;
    this.now =
        connections.isPostgres()
            ? "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
            : "cast(extract(epoch from current_timestamp) * 1000 as bigint)";
  }

  StorageConnections connections() {
    return connections;
  }

  String table(String name) {
    return connections.table(name);
  }

  /** Returns a list of placeholders in parentheses. */
  static String in(int count) {
    return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
  }

  /**
   * Returns an insert that does nothing if the key exists.
   *
   * @param keys number of leading values that are the key
   * @param values columns with their types and expressions
   */
  String insertIfAbsent(String table, int keys, Value... values) {
    String columns = join(List.of(values), Value::column);
    if (connections.isPostgres()) {
      return "insert into %s (%s) values (%s) on conflict do nothing"
          .formatted(table(table), columns, join(List.of(values), Value::typed));
    }
    return "merge into %s t using (select %s) s on %s when not matched then insert (%s) values (%s)"
        .formatted(
            table(table),
            join(List.of(values), v -> v.typed() + " as " + v.column()),
            List.of(values).subList(0, keys).stream()
                .map(v -> "t." + v.column() + " = s." + v.column())
                .collect(Collectors.joining(" and ")),
            columns,
            join(List.of(values), v -> "s." + v.column()));
  }

  private static String join(List<Value> values, java.util.function.Function<Value, String> part) {
    return values.stream().map(part).collect(Collectors.joining(", "));
  }

  /** Column with the expression of its value. */
  record Value(String column, String type, String expression) {

    static Value text(String column) {
      return new Value(column, "varchar(800)", "?");
    }

    static Value of(String column, String type, String expression) {
      return new Value(column, type, expression);
    }

    String typed() {
      return "cast(" + expression + " as " + type + ")";
    }
  }

  interface Row<T extends @Nullable Object> {
    T read(ResultSet row) throws SQLException;
  }

  static int update(Connection connection, String sql, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, args)) {
      return statement.executeUpdate();
    }
  }

  static <T> List<T> query(Connection connection, Row<T> row, String sql, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, args);
        ResultSet results = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (results.next()) {
        rows.add(row.read(results));
      }
      return rows;
    }
  }

  /** Returns the first row, or null if there is none. */
  static <T> @Nullable T first(
      Connection connection, Row<T> row, String sql, @Nullable Object... args) throws SQLException {
    List<T> rows = query(connection, row, sql, args);
    return rows.isEmpty() ? null : rows.getFirst();
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... args) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      int at = 1;
      for (Object arg : args) {
        switch (arg) {
          case null -> statement.setNull(at++, Types.VARCHAR);
          case Long number -> statement.setLong(at++, number);
          case Integer number -> statement.setInt(at++, number);
          case Boolean flag -> statement.setBoolean(at++, flag);
          default -> statement.setString(at++, (String) arg);
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
