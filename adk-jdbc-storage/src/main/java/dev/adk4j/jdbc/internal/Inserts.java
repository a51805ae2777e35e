package dev.adk4j.jdbc.internal;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Inserts that do nothing if the key exists. */
public final class Inserts {

  private Inserts() {}

  /**
   * Returns the statement for PostgreSQL or H2.
   *
   * @param keys columns of the key, whose values are the first parameters
   * @param others other columns
   */
  public static String ifAbsent(
      boolean postgres, String table, List<String> keys, List<Value> others) {
    List<Value> values = Stream.concat(keys.stream().map(Value::text), others.stream()).toList();
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
