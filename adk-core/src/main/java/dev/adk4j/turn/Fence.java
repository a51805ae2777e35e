package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prevents a run from writing anything after another process has resumed its turn. If the fence
 * detects that, the run is aborted, however its code handles the exception.
 */
final class Fence {

  private static final Logger log = LoggerFactory.getLogger(Fence.class);

  /** Longer than a database needs to restart, or to fail over to another machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  private final TurnStore store;
  final StoredTurn turn;
  private final InstantSource clock;
  private volatile boolean lost;
  private volatile @Nullable LiveTurn run;

  Fence(TurnStore store, StoredTurn turn, InstantSource clock) {
    this.store = store;
    this.turn = turn;
    this.clock = clock;
  }

  /** Sets the run of the turn. */
  void guards(LiveTurn run) {
    this.run = run;
  }

  /** Stops the run. */
  void abort(Object reason) {
    LiveTurn aborted = run;
    if (aborted != null) {
      aborted.abort(reason);
    }
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

  /**
   * Repeats work until the storage answers: a call that has ended would otherwise lose its outcome
   * with the database's restart. The work checks the claim each time, so a run that lost its turn
   * meanwhile writes nothing. If the answer to a commit was lost, the work finds its own writes.
   * Fails if the run is aborted, its thread is interrupted, or the storage is away for too long.
   */
  <T> T holding(Callable<T> work) throws Exception {
    Instant end = null;
    while (true) {
      try {
        return work.call();
      } catch (Exception e) {
        Instant now = clock.instant();
        if (!TurnProgress.caused(e, AdkErrorCode.E_STORAGE_UNAVAILABLE)
            || (end != null && !now.isBefore(end))) {
          throw e;
        }
        if (end == null) {
          end = now.plus(PATIENCE);
          log.warn("Turn {} keeps its results: {}", turn.turnId(), e.getMessage());
        }
        pause(e);
      }
    }
  }

  /** Does the same for a statement of the store, whose exceptions are unchecked. */
  boolean answered(BooleanSupplier statement) {
    try {
      return holding(statement::getAsBoolean);
    } catch (Exception e) {
      throw FatalErrors.<RuntimeException>unchanged(e);
    }
  }

  /** Returns stores that keep a tool's result until the storage answers. */
  SpoolStoreFactory holding(SpoolStoreFactory stores) {
    return scope -> new Holding(this, stores.forScope(scope));
  }

  private record Holding(Fence fence, ByteStore<SpoolReader> store)
      implements ByteStore<SpoolReader> {

    @Override
    public SpoolReader write(String id, ByteSource bytes) throws IOException {
      if (bytes instanceof ByteSource.Stream) {
        return store.write(id, bytes); // can be read once
      }
      try {
        return fence.holding(() -> store.write(id, bytes));
      } catch (Exception e) {
        throw FatalErrors.<IOException>unchanged(e);
      }
    }

    @Override
    public Optional<SpoolReader> read(String id) throws IOException {
      return store.read(id);
    }

    @Override
    public boolean delete(String id) throws IOException {
      return store.delete(id);
    }
  }

  private void pause(Exception failure) throws Exception {
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.currentThread().isInterrupted()) {
      throw failure;
    }
    LiveTurn waiting = run;
    if (waiting != null && waiting.aborted()) {
      AbortException abort = new AbortException(waiting.abortSignal().reason());
      abort.addSuppressed(failure);
      throw abort;
    }
  }

  /**
   * Checks the claim after a failure: the process that resumed the turn may have written the same
   * records before.
   */
  void explain(Throwable failure) {
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
  List<Write> around(List<Write> writes, BoundStorage storage) {
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
