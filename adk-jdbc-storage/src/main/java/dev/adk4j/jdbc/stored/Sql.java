package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.Statements.Row;
import dev.adk4j.value.JsonValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the tables of stored turns and of their gates. In the text of a statement,
 * {@code {turn}}, {@code {call}}, {@code {inbox}}, {@code {gate}}, {@code {decision}}, {@code
 * {node}} and {@code {schedule}} are the tables, and {@code {now}} is the database's time in
 * milliseconds. {@code {began}} is the time at which the statement began, for conditions on indexed
 * columns. Texts are bound in their stored form.
 */
final class Sql {

  final boolean postgres;
  private final Map<String, String> names;

  Sql(StorageConnections connections) {
    this.postgres = connections.isPostgres();
    this.names =
        Map.of(
            "turn", connections.table("adk_waiting_turn"),
            "call", connections.table("adk_waiting_call"),
            "inbox", connections.table("adk_turn_inbox"),
            "gate", connections.table("adk_gate"),
            "decision", connections.table("adk_gate_decision"),
            "node", connections.table("adk_gate_node"),
            "schedule", connections.table("adk_schedule"),
            "now", millis(postgres ? "clock_timestamp()" : "current_timestamp(3)"),
            "began", millis(postgres ? "statement_timestamp()" : "current_timestamp(3)"));
  }

  private static String millis(String time) {
    return "cast(floor(extract(epoch from " + time + ") * 1000) as bigint)";
  }

  /** Returns the text with the names of the tables. */
  String text(String template) {
    StringBuilder text = new StringBuilder(template.length() + 100);
    int from = 0;
    for (int at = template.indexOf('{'); at >= 0; at = template.indexOf('{', from)) {
      int end = template.indexOf('}', at);
      String name = names.get(template.substring(at + 1, end));
      text.append(template, from, at);
      text.append(name == null ? template.substring(at, end + 1) : name);
      from = end + 1;
    }
    return text.append(template, from, template.length()).toString();
  }

  Text of(String text, @Nullable Object... args) {
    return new Text().add(text, args);
  }

  /** Statement with the arguments of its placeholders, in the order of its text. */
  final class Text {

    private final StringBuilder text = new StringBuilder();
    private final List<@Nullable Object> args = new ArrayList<>();

    Text add(String more, @Nullable Object... values) {
      text.append(more);
      args.addAll(Arrays.asList(values));
      return this;
    }

    int update(Connection connection) throws SQLException {
      return Sql.this.update(connection, text.toString(), args.toArray());
    }

    <T> List<T> query(Connection connection, Row<T> row) throws SQLException {
      return Sql.this.query(connection, text.toString(), row, args.toArray());
    }

    <T> @Nullable T first(Connection connection, Row<T> row) throws SQLException {
      return query(connection, row).stream().findFirst().orElse(null);
    }
  }

  int update(Connection connection, String sql, @Nullable Object... args) throws SQLException {
    return Statements.update(connection, text(sql), stored(args));
  }

  /** Returns these columns of each changed row, after the change. */
  <T> List<T> changed(
      Connection connection, String sql, String[] columns, Row<T> row, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text(sql), columns)) {
      bind(statement, args);
      statement.executeUpdate();
      try (ResultSet rows = statement.getGeneratedKeys()) {
        return Statements.all(rows, row);
      }
    }
  }

  <T> List<T> query(Connection connection, String sql, Row<T> row, @Nullable Object... args)
      throws SQLException {
    return Statements.query(connection, row, text(sql), stored(args));
  }

  /** Returns the rows of several queries in one text, separated by semicolons. */
  <T> List<List<T>> queries(Connection connection, String sql, Row<T> row, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text(sql))) {
      bind(statement, args);
      List<List<T>> found = new ArrayList<>();
      for (boolean more = statement.execute(); more; more = statement.getMoreResults()) {
        try (ResultSet rows = statement.getResultSet()) {
          found.add(Statements.all(rows, row));
        }
      }
      return found;
    }
  }

  static void bind(PreparedStatement statement, @Nullable Object... args) throws SQLException {
    Statements.bind(statement, 1, stored(args));
  }

  private static @Nullable Object[] stored(@Nullable Object... args) {
    @Nullable Object[] stored = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      stored[i] =
          switch (args[i]) {
            case null -> null;
            case String text -> TextEscape.escape(text);
            case Integer number -> number;
            case Long number -> number;
            case Boolean flag -> flag;
            default -> throw new IllegalArgumentException("unsupported argument");
          };
    }
    return stored;
  }

  static String wire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static @Nullable String json(@Nullable JsonValue json) {
    return json == null ? null : json.text();
  }
}
