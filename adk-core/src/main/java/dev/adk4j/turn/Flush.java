package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Persists writes in order. Adjacent writes of one unit of work share one transaction. A write
 * counts as persisted if its call returned, or its unit was committed.
 */
record Flush(
    @Nullable Fence fence, BoundStorage storage, BooleanSupplier aborted, List<Write> persisted) {

  /**
   * Persists all writes. {@code afterwards} receives the persisted ones, also if a later write
   * failed.
   *
   * @param fence checked by the writes of a durable turn, which repeat a unit while the storage
   *     does not answer; null for other turns, whose writes fail at once
   * @param aborted evaluated before each write; if it returns true, an {@link AbortException} ends
   *     the flush and rolls back the current unit
   */
  static void run(
      @Nullable Fence fence,
      BoundStorage storage,
      List<Write> writes,
      BooleanSupplier aborted,
      Consumer<Write> afterwards)
      throws Exception {
    Flush flush = new Flush(fence, storage, aborted, new ArrayList<>());
    if (fence == null) {
      flush.persist(writes, afterwards);
      return;
    }
    try {
      flush.persist(fence.around(writes, storage), afterwards);
    } catch (Throwable e) {
      fence.explain(e);
      throw e;
    }
  }

  private void persist(List<Write> writes, Consumer<Write> afterwards) throws Exception {
    try {
      persist(writes);
    } finally {
      persisted.forEach(afterwards);
    }
  }

  private void persist(List<Write> writes) throws Exception {
    int from = 0;
    while (from < writes.size()) {
      StorageUnitOfWork unit = writes.get(from).unitOfWork(storage);
      int to = from + 1;
      while (unit != null && to < writes.size() && writes.get(to).unitOfWork(storage) == unit) {
        to++;
      }
      List<Write> group = writes.subList(from, to);
      if (fence == null || (unit == null && !(group.getFirst() instanceof Write.Beside))) {
        persist(unit, group); // a callback of the application may not expect the record again
      } else {
        fence.holding(
            () -> {
              persist(unit, group);
              return true;
            });
      }
      persisted.addAll(group);
      from = to;
    }
  }

  private void persist(@Nullable StorageUnitOfWork unit, List<Write> group) throws Exception {
    if (unit == null) {
      persistAll(group);
      return;
    }
    Attempt attempt = new Attempt();
    unit.execute(storage.ctx(), () -> attempt.run(group));
    attempt.verify();
  }

  private void persistAll(List<Write> group) throws Exception {
    for (Write write : group) {
      if (aborted.getAsBoolean()) {
        throw new AbortException(null);
      }
      write.persist(storage);
    }
  }

  /** A unit of work may repeat its writes, but must neither skip them nor hide their failure. */
  private final class Attempt {

    private boolean ran;
    private @Nullable Throwable failure;

    private void run(List<Write> group) throws Exception {
      ran = true;
      failure = null;
      try {
        persistAll(group);
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
    }

    private void verify() throws Exception {
      if (failure != null) {
        throw FatalErrors.<Exception>unchanged(failure);
      }
      if (!ran) {
        throw new IllegalStateException("The unit of work returned without running its writes.");
      }
    }
  }
}
