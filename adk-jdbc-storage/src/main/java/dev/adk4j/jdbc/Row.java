package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stored form of a record.
 *
 * @param id escaped id
 * @param values one value per column of the table
 */
record Row(RecordTable table, String id, List<@Nullable Object> values) {

  /** Returns the values as parameters. */
  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      parameters.add(value == null ? table.columns().get(i).type().nothing() : value);
    }
    return parameters;
  }
}
