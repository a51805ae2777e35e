package dev.adk4j.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQL condition with its parameters, which are strings or numbers. */
record Condition(String sql, List<Object> parameters) {

  static final Condition NEVER = new Condition("1 = 0", List.of());

  static Condition of(String sql, Object... parameters) {
    return new Condition(sql, List.of(parameters));
  }

  Condition or(Condition other) {
    List<Object> all = new ArrayList<>(parameters);
    all.addAll(other.parameters);
    return new Condition("(" + sql + ") or (" + other.sql + ")", all);
  }

  Condition and(Condition other) {
    List<Object> all = new ArrayList<>(parameters);
    all.addAll(other.parameters);
    return new Condition("(" + sql + ") and (" + other.sql + ")", all);
  }

  void bind(PreparedStatement statement) throws SQLException {
    int index = 0;
    for (Object parameter : parameters) {
      if (parameter instanceof Long number) {
        statement.setLong(++index, number);
      } else {
        statement.setString(++index, (String) parameter);
      }
    }
  }
}
