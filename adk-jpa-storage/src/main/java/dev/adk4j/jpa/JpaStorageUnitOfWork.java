package dev.adk4j.jpa;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the writes of one group one transaction. While {@link #execute} runs, what the storage's
 * callbacks are asked to write on this thread is collected; when the group has been called through,
 * all of it goes to the database together: a usual flush is a single statement. Fetches on this
 * thread see what is collected. Shared by concurrent turns; a unit within a unit is one of its own
 * and committed first.
 */
public final class JpaStorageUnitOfWork implements StorageUnitOfWork {

  private final WriteExecutor executor;
  private final ThreadLocal<@Nullable List<WriteOp>> collecting = new ThreadLocal<>();

  JpaStorageUnitOfWork(WriteExecutor executor) {
    this.executor = executor;
  }

  /**
   * Throws what {@code writes} throws, and then nothing was written; {@code E_STORAGE_CONFLICT}
   * where an id is taken by a different record, {@code E_STORAGE_UNAVAILABLE} where the database
   * does not answer.
   */
  @Override
  public void execute(AgentContext ctx, Writes writes) throws Exception {
    List<WriteOp> outer = collecting.get();
    List<WriteOp> ops = new ArrayList<>();
    collecting.set(ops);
    try {
      writes.run();
    } finally {
      if (outer == null) {
        collecting.remove();
      } else {
        collecting.set(outer);
      }
    }
    executor.execute(ops);
  }

  /** The newest rows, oldest first, as this thread's unit sees them. */
  List<Row> newest(RecordReader reader, RecordTable table, Owner owner, int limit) {
    List<WriteOp> ops = collecting.get();
    if (ops == null || ops.isEmpty()) {
      return reader.newest(table, owner, limit);
    }
    List<Row> stored = reader.newest(table, owner, (long) limit + Pending.removals(ops));
    List<Row> rows = Pending.applied(stored, ops, table, owner);
    return rows.subList(Math.max(0, rows.size() - limit), rows.size());
  }

  /** The tenant's standing instructions, then the subject's, as this thread's unit sees them. */
  List<Row> standingInstructions(RecordReader reader, Scope scope) {
    List<WriteOp> ops = collecting.get();
    if (ops == null || ops.isEmpty() || scope.subject() == null) {
      return reader.standingInstructions(scope);
    }
    RecordTable table = RecordTable.STANDING_INSTRUCTION;
    List<Row> rows = new ArrayList<>(reader.standingInstructions(scope.withSubject(null)));
    rows.addAll(newest(reader, table, Owner.ofSubject(scope), Integer.MAX_VALUE));
    return rows;
  }

  /** Collects the write for the unit that runs on this thread, or does it at once. */
  void write(WriteOp op) {
    List<WriteOp> ops = collecting.get();
    if (ops == null) {
      executor.execute(List.of(op));
    } else {
      ops.add(op);
    }
  }
}
