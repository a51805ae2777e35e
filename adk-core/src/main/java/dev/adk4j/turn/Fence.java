package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a run from writing anything after another process has resumed its turn. If the fence
 * detects that, the run is aborted, however its code handles the exception.
 */
final class Fence {

  private final TurnStore store;
  private final StoredTurn turn;
  private volatile boolean lost;
  private volatile Consumer<Object> abort = reason -> {};

  Fence(TurnStore store, StoredTurn turn) {
    this.store = store;
    this.turn = turn;
  }

  StoredTurn turn() {
    return turn;
  }

  /** Sets the function that aborts the run, with the reason. */
  void aborts(Consumer<Object> abort) {
    this.abort = abort;
  }

  /** Stops the run. */
  void abort(Object reason) {
    abort.accept(reason);
  }

  /** Returns true if another process is known to have resumed the turn. */
  boolean isLost() {
    return lost;
  }

  /** Checks the claim at once. */
  void check() {
    passing(() -> store.hold(turn));
  }

  /** Runs a write of the store that checks the claim. */
  void passing(Runnable write) {
    try {
      write.run();
    } catch (AdkException e) {
      if (AdkException.is(e, AdkErrorCode.E_TURN_FENCED)) {
        if (!lost) {
          lost = true;
          store.here().add(TurnCounts.Event.FENCED);
        }
        abort(TurnRules.LOST);
      }
      throw e;
    }
  }

  /** Persists writes of a turn as {@link Flush} does. Writes of a durable turn pass its fence. */
  static void flush(
      @Nullable Fence fence,
      BoundStorage storage,
      List<Write> writes,
      BooleanSupplier aborted,
      Consumer<Write> afterwards)
      throws Exception {
    if (fence == null) {
      Flush.run(storage, writes, aborted, afterwards);
      return;
    }
    try {
      Flush.run(storage, fence.around(writes, storage), aborted, afterwards);
    } catch (Throwable e) {
      fence.explain(e);
      throw e;
    }
  }

  /**
   * Checks the claim after a failure: the process that resumed the turn may have written the same
   * records before.
   */
  private void explain(Throwable failure) {
    if (lost || AbortException.matches(failure, true) || FatalErrors.isFatal(failure)) {
      return;
    }
    try {
      check();
    } catch (RuntimeException e) {
      if (lost) {
        e.addSuppressed(failure);
        throw e;
      }
      failure.addSuppressed(e);
    }
  }

  /**
   * Returns the writes with the claim checked in each of their transactions, and right before each
   * write without a transaction.
   */
  private List<Write> around(List<Write> writes, BoundStorage storage) {
    List<Write> all = new ArrayList<>(writes.size() + 1);
    for (int i = 0; i < writes.size(); i++) {
      Write write = writes.get(i);
      @Nullable Object unit = write.unitOfWork(storage);
      boolean ends = i + 1 == writes.size() || writes.get(i + 1).unitOfWork(storage) != unit;
      if (unit == null && !(write instanceof Write.Beside)) {
        all.add(new Write.Beside(this::check));
      }
      all.add(write);
      if (unit != null && ends && !(write instanceof Write.Beside)) {
        all.add(new Write.Beside(this::check));
      }
    }
    return all;
  }
}
