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
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the tables of stored turns and of their gates, as {@link StorageSql} does.
 * Texts are bound in their stored form.
 */
final class Sql {

  final boolean postgres;
  private final StorageConnections connections;
  private final StorageSql sql;

  Sql(StorageConnections connections) {
    this.connections = connections;
    this.postgres = connections.isPostgres();
    this.sql = new StorageSql(connections::table, postgres, TextEscape::escape);
  }

  Statements on(Connection connection) {
    return sql.on(connection);
  }

  /** Runs one statement. Without a tenant, on the rows of all tenants. */
  <T extends @Nullable Object> T single(
      String doing, @Nullable String tenant, Statements.Work<T> work) {
    return connections.single(doing, owner(tenant), connection -> work.on(on(connection)));
  }

  /** Runs several statements, all or none. Without a tenant, on the rows of all tenants. */
  <T extends @Nullable Object> T transaction(
      String doing, @Nullable String tenant, Statements.Work<T> work) {
    return connections.transaction(doing, owner(tenant), connection -> work.on(on(connection)));
  }

  /** Runs statements in a transaction of the caller. */
  <T extends @Nullable Object> T within(
      String doing, String tenant, Connection transaction, Statements.Work<T> work) {
    return connections.within(
        doing, owner(tenant), transaction, connection -> work.on(on(connection)));
  }

  /** Returns the tenant in its stored form, in which policies compare it; empty for all tenants. */
  private static String owner(@Nullable String tenant) {
    return tenant == null ? "" : TextEscape.escape(tenant);
  }

  /** Returns the text with the names of the tables. */
  String text(String template) {
    return sql.text(template);
  }

  static Text of(String text, @Nullable Object... args) {
    return new Text().add(text, args);
  }

  /** Statement with the arguments of its placeholders, in the order of its text. */
  static final class Text {

    private final StringBuilder text = new StringBuilder();
    private final List<@Nullable Object> args = new ArrayList<>();

    Text add(String more, @Nullable Object... values) {
      text.append(more);
      args.addAll(Arrays.asList(values));
      return this;
    }

    /** Adds the text with its argument, unless the argument is null. */
    Text addIfPresent(String more, @Nullable Object value) {
      return value == null ? this : add(more, value);
    }

    Text add(Text more) {
      text.append(more.text);
      args.addAll(more.args);
      return this;
    }

    int update(Statements on) throws SQLException {
      return on.update(text.toString(), args);
    }

    <T> List<T> query(Statements on, Row<T> row) throws SQLException {
      return on.query(row, text.toString(), args);
    }

    <T> @Nullable T first(Statements on, Row<T> row) throws SQLException {
      return on.first(row, text.toString(), args);
    }
  }

  /** Returns a query that changes rows and returns columns of each of them, after the change. */
  String returning(String change, String columns) {
    return sql.returning(change, columns);
  }

  /**
   * Returns the rows of two queries, in one round trip if the database can. The second query sees
   * the data committed while the first one waited.
   */
  <A, B> Both<A, B> both(Statements on, Text first, Row<A> firstRow, Text second, Row<B> secondRow)
      throws SQLException {
    if (!postgres) {
      return new Both<>(first.query(on, firstRow), second.query(on, secondRow));
    }
    Both<A, B> both = new Both<>(new ArrayList<>(), new ArrayList<>());
    on.together(
        query ->
            row ->
                query == 0
                    ? both.first.add(firstRow.read(row))
                    : both.second.add(secondRow.read(row)),
        first.text + "; " + second.text,
        first.args,
        second.args);
    return both;
  }

  /** The rows of two queries. */
  record Both<A, B>(List<A> first, List<B> second) {}

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
