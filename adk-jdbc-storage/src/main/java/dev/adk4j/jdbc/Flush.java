package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * New messages, thoughts and tool calls of one conversation, the most frequent kind of write. Rows
 * are numbered in call order.
 *
 * @param groups rows by table
 * @param others writes to other tables, executed after the rows
 */
record Flush(Owner owner, List<RowGroup> groups, int total, List<WriteOp> others) {

  /**
   * Returns the writes as a flush. Returns null if they change or delete numbered records, or store
   * no records.
   */
  static @Nullable Flush of(List<WriteOp> ops) {
    Owner owner = null;
    Set<String> seen = new HashSet<>();
    Map<RecordTable, RowGroup> groups = new EnumMap<>(RecordTable.class);
    List<WriteOp> others = new ArrayList<>();
    for (WriteOp op : ops) {
      if (!op.table().numbered()) {
        others.add(op);
      } else if (op instanceof WriteOp.Store(Owner of, Row row, var same)
          && (owner == null || owner.equals(of))
          && seen.add(row.table() + row.id())) {
        owner = of;
        RowGroup group =
            groups.computeIfAbsent(
                row.table(), t -> new RowGroup(t, new ArrayList<>(), new ArrayList<>()));
        group.rows().add(row);
        group.offsets().add((long) seen.size());
      } else {
        return null;
      }
    }
    return owner == null
        ? null
        : new Flush(owner, List.copyOf(groups.values()), seen.size(), others);
  }
}
