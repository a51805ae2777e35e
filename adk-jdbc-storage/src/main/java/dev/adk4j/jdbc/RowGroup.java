package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one table in a flush.
 *
 * @param offsets position of each row in the whole flush, from 1
 */
record RowGroup(RecordTable table, List<Row> rows, List<Long> offsets) {

  /** Returns the offsets, the ids, and the values of each column. */
  List<@Nullable Object[]> arrays() {
    List<@Nullable Object[]> arrays = new ArrayList<>();
    arrays.add(offsets.toArray());
    arrays.add(rows.stream().map(Row::id).toArray());
    for (int column = 0; column < table.columns().size(); column++) {
      @Nullable Object[] values = new @Nullable Object[rows.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = rows.get(i).values().get(column);
      }
      arrays.add(values);
    }
    return arrays;
  }
}
