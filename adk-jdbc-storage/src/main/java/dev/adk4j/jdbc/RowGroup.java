package dev.adk4j.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one table in a flush.
 *
 * @param offsets position of each row in the whole flush, from 1
 */
record RowGroup(RecordTable table, List<Row> rows, List<Long> offsets) {

  Object[] offsetArray() {
    return offsets.toArray();
  }

  Object[] ids() {
    return rows.stream().map(Row::id).toArray();
  }

  @Nullable Object[] column(int index) {
    @Nullable Object[] values = new @Nullable Object[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.get(i).values().get(index);
    }
    return values;
  }
}
