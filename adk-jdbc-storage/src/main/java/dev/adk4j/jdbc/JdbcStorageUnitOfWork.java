package dev.adk4j.jdbc;

import dev.adk4j.internal.AfterCommit;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines a group of writes into one transaction. While {@link #execute} runs, it collects the
 * writes of the storage's callbacks on this thread. At the end of the group, it sends all of them
 * to the database, typically in a single statement. Fetches on this thread include the collected
 * writes. A nested unit is separate and committed first. Thread-safe.
 *
 * @since 0.1.0
 */
public final class JdbcStorageUnitOfWork implements StorageUnitOfWork {

  private final WriteExecutor executor;
  private final RecordReader reader;
  private final LookAhead reads;
  private final ThreadLocal<@Nullable Unit> running = new ThreadLocal<>();

  JdbcStorageUnitOfWork(WriteExecutor executor, RecordReader reader) {
    this.executor = executor;
    this.reader = reader;
    this.reads = new LookAhead(reader);
  }

  /**
   * Runs the writes and commits them together. If {@code writes} throws, rethrows the exception and
   * writes nothing. Throws {@code E_STORAGE_CONFLICT} if a different record has one of the ids,
   * {@code E_STORAGE_UNAVAILABLE} if the database does not respond.
   */
  @Override
  public void execute(AgentContext ctx, Writes writes) throws Exception {
    collect(writes::run);
  }

  /** Runs the writes and commits them together. */
  <X extends Exception> void collect(Collected<X> writes) throws X {
    Unit outer = running.get();
    Unit unit = new Unit();
    running.set(unit);
    try {
      writes.run();
    } finally {
      if (outer == null) {
        running.remove();
      } else {
        running.set(outer);
      }
    }
    reads.forget();
    executor.execute(unit.ops, unit.guards, unit.steps);
    unit.afterCommit.forEach(AfterCommit::run);
  }

  @Override
  public void join(AgentContext ctx, Writes writes) throws Exception {
    if (running.get() == null) {
      execute(ctx, writes);
    } else {
      writes.run();
    }
  }

  @Override
  public void afterCommit(Runnable task) {
    Unit unit = running.get();
    if (unit == null) {
      AfterCommit.run(task);
    } else {
      unit.afterCommit.add(task);
    }
  }

  /**
   * Adds statements to the transaction of the unit that runs on this thread. They are executed
   * after the unit's writes (those of a {@link Guard} before them) and are committed or rolled back
   * with them.
   *
   * @param tenant tenant of the rows, which must be the unit's
   * @param step must be idempotent: it is called again after a rollback
   * @return false if no unit runs on this thread; the step is not called then
   */
  public boolean alongside(String tenant, Step step) {
    Unit unit = running.get();
    return unit != null
        && (step instanceof Guard ? unit.guards : unit.steps).add(new TenantStep(tenant, step));
  }

  /** Returns the reads that can be combined into one round trip. */
  LookAhead reads() {
    return reads;
  }

  /** Returns the newest rows, oldest first, including the writes of this thread's unit. */
  List<Row> newest(RecordTable table, Owner owner, int limit) {
    List<WriteOp> ops = collected();
    if (ops.isEmpty()) {
      return reads.ask(Question.newest(table, owner, limit));
    }
    List<Row> stored = reader.newest(table, owner, (long) limit + Pending.removals(ops));
    List<Row> rows = Pending.applied(stored, ops, table, owner);
    return rows.subList(Math.max(0, rows.size() - limit), rows.size());
  }

  /**
   * Returns the tenant's standing instructions, then the subject's, including the writes of this
   * thread's unit.
   */
  List<Row> standingInstructions(Scope scope) {
    List<WriteOp> ops = collected();
    if (ops.isEmpty() || scope.subject() == null) {
      return reads.ask(Question.standingInstructions(scope));
    }
    RecordTable table = RecordTable.STANDING_INSTRUCTION;
    List<Row> rows =
        new ArrayList<>(reader.ask(Question.standingInstructions(scope.withSubject(null))));
    rows.addAll(newest(table, Owner.ofSubject(scope), Integer.MAX_VALUE));
    return rows;
  }

  /**
   * Adds the write to the unit that runs on this thread. Without a unit, executes it immediately.
   */
  void write(WriteOp op) {
    write(op, List.of());
  }

  /**
   * Writes a record that references stored bytes.
   *
   * @param bytes become current under their ids in the same transaction
   */
  void write(WriteOp op, List<BlobHandle> bytes) {
    reads.forget();
    List<BlobHandle> fresh = bytes.stream().filter(handle -> !handle.isCurrent()).toList();
    Unit unit = running.get();
    if (unit == null) {
      executor.execute(List.of(op), List.of(), steps(op, fresh));
      fresh.forEach(BlobHandle::committed);
    } else {
      unit.ops.add(op);
      unit.steps.addAll(steps(op, fresh));
      fresh.forEach(handle -> unit.afterCommit.add(handle::committed));
    }
  }

  private List<TenantStep> steps(WriteOp op, List<BlobHandle> fresh) {
    String tenant = op.owner().tenant();
    return fresh.stream()
        .map(
            handle ->
                new TenantStep(tenant, c -> handle.makeCurrent(executor.on(c), executor.now())))
        .toList();
  }

  private List<WriteOp> collected() {
    Unit unit = running.get();
    return unit == null ? List.of() : unit.ops;
  }

  /** Writes collected so far by a unit. */
  private static final class Unit {
    final List<WriteOp> ops = new ArrayList<>();
    final List<TenantStep> guards = new ArrayList<>();
    final List<TenantStep> steps = new ArrayList<>();
    final List<Runnable> afterCommit = new ArrayList<>();
  }

  /** Writes that may throw a checked exception. */
  @FunctionalInterface
  interface Collected<X extends Exception> {
    void run() throws X;
  }

  record TenantStep(String tenant, Step step) {}

  /**
   * Statements that are committed together with a unit of work. Must be idempotent: it may be
   * called several times, each time in a new transaction, until one is committed.
   */
  @FunctionalInterface
  public interface Step {

    /**
     * Runs statements after those of the unit. An exception rolls all of them back.
     *
     * @param connection connection of the transaction; must not be kept, committed or closed
     */
    void run(Connection connection) throws SQLException;
  }

  /**
   * Statements that decide if a unit of work is kept. They are executed before the unit's writes
   * and are committed or rolled back with them. On PostgreSQL, guard and writes are one statement
   * if the unit only stores new records. Must be idempotent, like every {@link
   * JdbcStorageUnitOfWork.Step}.
   *
   * @see JdbcStorageUnitOfWork#alongside
   * @since 0.1.0
   */
  public interface Guard extends JdbcStorageUnitOfWork.Step {

    /**
     * Returns the statements as common table expressions of PostgreSQL, without {@code with}. The
     * first one is named {@code guard} and has one row if the unit is kept, otherwise none. Without
     * that row, the other expressions write nothing either.
     */
    String tables();

    /**
     * Binds the parameters of {@link #tables()}, from the first one.
     *
     * @return number of parameters
     */
    int bind(PreparedStatement statement) throws SQLException;

    /** Returns the columns of {@code guard} that {@link #tell} reads. Default: none. */
    default List<String> columns() {
      return List.of();
    }

    /**
     * Reads {@link #columns()}. The unit may still be rolled back; this method is then called
     * again.
     */
    default void tell(ResultSet guard) throws SQLException {}

    /** Returns the exception for a guard without a row. */
    RuntimeException refused();

    /**
     * Executes the statements separately.
     *
     * @throws RuntimeException {@link #refused()}
     */
    @Override
    void run(Connection connection) throws SQLException;
  }
}
