package dev.adk4j.jdbc.internal;

import java.sql.Connection;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Texts of statements on the storage's tables. In the text of a statement, a table's name in braces
 * gets the configured schema and prefix, as in {@code select * from {adk_message}}; {@code {now}}
 * is the database's time in milliseconds. {@code {began}} is the time at which the statement began,
 * for conditions on indexed columns.
 */
public final class StorageSql {

  /**
   * A condition that is true. On PostgreSQL, the commit of a transaction that evaluates it does not
   * wait for the disk: for writes that may be lost if the database crashes.
   */
  public static final String COMMITTED_AT_ONCE =
      "set_config('synchronous_commit', 'off', true) = 'off'";

  private static final Pattern NAME = Pattern.compile("\\{([a-z_]+)}");

  private final UnaryOperator<String> tables;
  private final boolean postgres;
  private final UnaryOperator<String> form;
  private final UnaryOperator<String> text = this::text;

  /**
   * @param tables returns the name in statements of a table that is called {@code adk_…} in the
   *     code
   */
  public StorageSql(UnaryOperator<String> tables, boolean postgres) {
    this(tables, postgres, UnaryOperator.identity());
  }

  /**
   * @param tables returns the name in statements of a table that is called {@code adk_…} in the
   *     code
   * @param form returns a text parameter in its stored form
   */
  public StorageSql(UnaryOperator<String> tables, boolean postgres, UnaryOperator<String> form) {
    this.tables = tables;
    this.postgres = postgres;
    this.form = form;
  }

  /** Returns true for PostgreSQL, false for H2. */
  public boolean isPostgres() {
    return postgres;
  }

  /** Returns a list of placeholders in parentheses. */
  public static String in(int count) {
    return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
  }

  /** Returns the text with the names of the tables. */
  public String text(String template) {
    return template.indexOf('{') < 0
        ? template
        : NAME.matcher(template)
            .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
  }

  private String value(String name) {
    return switch (name) {
      case "now" -> millis(postgres ? "clock_timestamp()" : "current_timestamp(3)");
      case "began" -> millis(postgres ? "statement_timestamp()" : "current_timestamp(3)");
      default -> tables.apply(name);
    };
  }

  private static String millis(String time) {
    return "cast(floor(extract(epoch from " + time + ") * 1000) as bigint)";
  }

  /** Returns the statements of a connection. */
  public Statements on(Connection connection) {
    return new Statements(connection, text, form);
  }

  /** Returns a query that changes rows and returns columns of each of them, after the change. */
  public String returning(String change, String columns) {
    return postgres
        ? change + " returning " + columns
        : "select " + columns + " from final table (" + change + ")";
  }

  /**
   * Returns an insert that does nothing if the key exists.
   *
   * @param keys columns of the key, whose values are the first parameters
   * @param others other columns
   */
  public String insertIfAbsent(String table, List<String> keys, Value... others) {
    List<Value> values =
        Stream.concat(keys.stream().map(Value::text), Arrays.stream(others)).toList();
    String columns = join(values, Value::column);
    if (postgres) {
      return "insert into %s (%s) values (%s) on conflict do nothing"
          .formatted(table, columns, join(values, Value::typed));
    }
    return "merge into %s t using (select %s) s on %s when not matched then insert (%s) values (%s)"
        .formatted(
            table,
            join(values, v -> v.typed() + " as " + v.column()),
            keys.stream().map(k -> "t." + k + " = s." + k).collect(Collectors.joining(" and ")),
            columns,
            join(values, v -> "s." + v.column()));
  }

  private static String join(List<Value> values, Function<Value, String> part) {
    return values.stream().map(part).collect(Collectors.joining(", "));
  }

  /** Column with the expression of its value. */
  public record Value(String column, String type, String expression) {

    /** Returns a parameter that is a key or another short text. */
    public static Value text(String column) {
      return parameter(column, "varchar(800)");
    }

    public static Value parameter(String column, String type) {
      return new Value(column, type, "?");
    }

    String typed() {
      return "cast(" + expression + " as " + type + ")";
    }
  }
}
