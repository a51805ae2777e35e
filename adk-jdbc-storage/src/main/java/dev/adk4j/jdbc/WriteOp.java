package dev.adk4j.jdbc;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** One write as it was asked for. */
sealed interface WriteOp {

  RecordTable table();

  Owner owner();

  /**
   * Adds a record.
   *
   * @param sameAs whether a stored row with the id is the same record
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
   * Removes the rows with the ids and puts others in their place.
   *
   * @param sameAs whether a new and a stored row with one id are the same record
   */
  record Replace(
      RecordTable table,
      Owner owner,
      List<String> ids,
      List<Row> rows,
      BiPredicate<Row, Row> sameAs)
      implements WriteOp {}
}
