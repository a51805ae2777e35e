package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.List;

/** SQL condition with its parameters, which are strings or numbers. */
record Condition(String sql, List<Object> parameters) {

  static Condition of(String sql, Object... parameters) {
    return new Condition(sql, List.of(parameters));
  }

  Condition or(Condition other) {
    return joined(" or ", other);
  }

  Condition and(Condition other) {
    return joined(" and ", other);
  }

  private Condition joined(String by, Condition other) {
    List<Object> all = new ArrayList<>(parameters);
    all.addAll(other.parameters);
    return new Condition("(" + sql + ")" + by + "(" + other.sql + ")", all);
  }

  /**
   * Returns the condition that a value is selected from the rows of a table with this condition.
   */
  Condition selects(String value, String columns, String table) {
    return new Condition(
        value + " in (select " + columns + " from " + table + " where " + sql + ")", parameters);
  }
}
