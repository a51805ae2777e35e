package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.Statements.Row;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the tables of stored turns and of their gates, as {@link StorageSql} does.
 * Texts are bound in their stored form.
 */
final class Sql {

  final boolean postgres;
  private final StorageSql sql;

  Sql(StorageConnections connections) {
    this.postgres = connections.isPostgres();
    this.sql = new StorageSql(connections::table, postgres);
  }

  /** Returns the text with the names of the tables. */
  String text(String template) {
    return sql.text(template);
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

    Text add(Text more) {
      text.append(more.text);
      args.addAll(more.args);
      return this;
    }

    int update(Connection connection) throws SQLException {
      return Sql.this.update(connection, text.toString(), args.toArray());
    }

    <T> List<T> query(Connection connection, Row<T> row) throws SQLException {
      return Sql.this.query(connection, text.toString(), row, args.toArray());
    }

    <T> @Nullable T first(Connection connection, Row<T> row) throws SQLException {
      return Sql.this.first(connection, text.toString(), row, args.toArray());
    }
  }

  int update(Connection connection, String sql, @Nullable Object... args) throws SQLException {
    return this.sql.update(connection, sql, stored(args));
  }

  /** Returns a query that changes rows and returns columns of each of them, after the change. */
  String returning(String change, String columns) {
    return sql.returning(change, columns);
  }

  <T> List<T> query(Connection connection, String sql, Row<T> row, @Nullable Object... args)
      throws SQLException {
    return this.sql.query(connection, row, sql, stored(args));
  }

  /** Returns the first row, or null if there is none. */
  <T> @Nullable T first(Connection connection, String sql, Row<T> row, @Nullable Object... args)
      throws SQLException {
    return this.sql.first(connection, row, sql, stored(args));
  }

  /**
   * Returns the rows of two queries, in one round trip if the database can. The second query sees
   * the data committed while the first one waited.
   */
  <A, B> Both<A, B> both(
      Connection connection, Text first, Row<A> firstRow, Text second, Row<B> secondRow)
      throws SQLException {
    if (!postgres) {
      return new Both<>(first.query(connection, firstRow), second.query(connection, secondRow));
    }
    Both<A, B> both = new Both<>(new ArrayList<>(), new ArrayList<>());
    Statements.together(
        connection,
        query ->
            row ->
                query == 0
                    ? both.first.add(firstRow.read(row))
                    : both.second.add(secondRow.read(row)),
        text(first.text + "; " + second.text),
        escaped(List.of(first.args, second.args)));
    return both;
  }

  /** The rows of two queries. */
  record Both<A, B>(List<A> first, List<B> second) {}

  /** Binds all arguments. Returns their number. */
  static int bind(PreparedStatement statement, @Nullable Object... args) throws SQLException {
    return Statements.bind(statement, 1, stored(args)) - 1;
  }

  private static @Nullable Object[] stored(@Nullable Object... args) {
    return Arrays.stream(args).map(Sql::escaped).toArray();
  }

  private static @Nullable Object escaped(@Nullable Object arg) {
    return switch (arg) {
      case String text -> TextEscape.escape(text);
      case Collection<?> several -> several.stream().map(Sql::escaped).toList();
      case null, default -> arg;
    };
  }

  /** Returns tenant and id of a turn, for arguments. */
  static List<String> key(StoredTurn turn) {
    return List.of(turn.scope().tenant(), turn.turnId());
  }

  /** Returns tenant and conversation, for arguments. */
  static List<String> lane(Scope scope) {
    return List.of(scope.tenant(), scope.requireConversation());
  }

  static String wire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static @Nullable String json(@Nullable JsonValue json) {
    return json == null ? null : json.text();
  }
}
