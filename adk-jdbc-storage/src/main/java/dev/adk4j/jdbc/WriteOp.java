package dev.adk4j.jdbc;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Requested write. */
sealed interface WriteOp {

  RecordTable table();

  Owner owner();

  /**
   * Adds a record.
   *
   * @param sameAs tests if a stored row with the id is the same record
   */
  record Store(Owner owner, Row row, Predicate<Row> sameAs) implements WriteOp {
    @Override
    public RecordTable table() {
      return row.table();
    }
  }

  record Mutate(Owner owner, Row row) implements WriteOp {
    @Override
    public RecordTable table() {
      return row.table();
    }
  }

  record Delete(RecordTable table, Owner owner, String id) implements WriteOp {}

  /**
   * Replaces the rows with the ids by others.
   *
   * @param sameAs tests if a new and a stored row with one id are the same record
   */
  record Replace(
      RecordTable table,
      Owner owner,
      List<String> ids,
      List<Row> rows,
      BiPredicate<Row, Row> sameAs)
      implements WriteOp {}
}
