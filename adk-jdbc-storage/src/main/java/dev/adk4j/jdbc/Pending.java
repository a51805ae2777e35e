package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.List;

/** Applies collected writes to stored rows, so a unit reads its own writes. */
final class Pending {

  private Pending() {}

  /**
   * Returns the number of additional rows to read, because collected writes may remove that many.
   */
  static int removals(List<WriteOp> ops) {
    int removals = 0;
    for (WriteOp op : ops) {
      if (op instanceof WriteOp.Delete) {
        removals++;
      } else if (op instanceof WriteOp.Replace replace) {
        removals += replace.ids().size();
      }
    }
    return removals;
  }

  /**
   * Returns the stored rows, oldest first, with the writes to the same table and owner applied in
   * order.
   */
  static List<Row> applied(List<Row> stored, List<WriteOp> ops, RecordTable table, Owner owner) {
    List<Row> rows = new ArrayList<>(stored);
    for (WriteOp op : ops) {
      if (op.table() == table && op.owner().sameKey(owner)) {
        apply(rows, op);
      }
    }
    return rows;
  }

  private static void apply(List<Row> rows, WriteOp op) {
    switch (op) {
      case WriteOp.Store store -> {
        if (indexOf(rows, store.row().id()) < 0) {
          rows.add(store.row());
        }
      }
      case WriteOp.Mutate mutate -> {
        int at = indexOf(rows, mutate.row().id());
        if (at < 0) {
          rows.add(mutate.row());
        } else {
          rows.set(at, mutate.row());
        }
      }
      case WriteOp.Delete delete -> rows.removeIf(row -> row.id().equals(delete.id()));
      case WriteOp.Replace replace -> {
        int at = rows.size();
        for (String id : replace.ids()) {
          int found = indexOf(rows, id);
          at = found < 0 ? at : Math.min(at, found);
        }
        int place = at;
        rows.removeIf(row -> replace.ids().contains(row.id()));
        List<Row> added =
            replace.rows().stream().filter(row -> indexOf(rows, row.id()) < 0).toList();
        rows.addAll(Math.min(place, rows.size()), added);
      }
    }
  }

  private static int indexOf(List<Row> rows, String id) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }
}
