package dev.adk4j.stored;

import dev.adk4j.internal.FatalErrors;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs turns in this process, and knows no other processes. A claim is a lease, which this process
 * renews while it is alive; {@link TurnResumer#sweep} finds a turn whose lease ran out.
 */
final class LocalTurnQueue implements TurnQueue {

  private static final Logger log = LoggerFactory.getLogger(LocalTurnQueue.class);

  private final TurnStore store;
  private final Executor executor;
  private final Duration lease;
  private final int maxConcurrent;
  private final Map<Turn, Run> running = new ConcurrentHashMap<>();
  private final AtomicBoolean behind = new AtomicBoolean();
  private final Runs runs;
  private volatile boolean closed;

  LocalTurnQueue(TurnStore store, Executor executor, Duration lease, int maxConcurrent, Runs runs) {
    this.store = store;
    this.executor = executor;
    this.lease = lease;
    this.maxConcurrent = maxConcurrent;
    this.runs = runs;
  }

  private static final class Run {
    volatile @Nullable StoredTurn claimed;
  }

  /** Runs turns on behalf of this queue. */
  interface Runs {

    /** Claims the turn from this queue, and runs it on this thread. */
    void run(Turn turn);

    /** Stops the run of a turn whose lease was lost. */
    void lose(Turn turn);

    /** Called after a run while more turns are due than could run; looks for them. */
    void ended(Turn turn);
  }

  /** Runs turns from the beginning. */
  @Override
  public void start(Worker worker) {}

  /** The store has the turn; no other component needs to know it. */
  @Override
  public void enqueue(Turn turn, Transaction transaction) {}

  @Override
  public void wake(Turn turn) {
    begin(turn, false);
  }

  /** Returns how many more turns may run here. */
  int room() {
    return Math.max(1, maxConcurrent - running.size());
  }

  /**
   * Runs a turn on another thread.
   *
   * @param wanted true if a thread waits for the turn; that thread may belong to a running turn, so
   *     the limit does not hold the turn back
   * @return false if the turn already runs here, or cannot run now
   */
  boolean begin(Turn turn, boolean wanted) {
    if (closed || (!wanted && isFull()) || running.putIfAbsent(turn, new Run()) != null) {
      return false;
    }
    try {
      executor.execute(() -> run(turn));
      return true;
    } catch (RejectedExecutionException e) {
      log.debug("No thread takes turn {} now; the next sweep tries again.", turn.turnId(), e);
      running.remove(turn);
      return false;
    }
  }

  /** Makes the end of a run look for turns: more of them are due than may run now. */
  void expectMore() {
    behind.set(true);
  }

  /** Returns true if more turns are due than could run, and forgets it. */
  boolean takeExpected() {
    return behind.compareAndSet(true, false);
  }

  private boolean isFull() {
    if (running.size() < maxConcurrent) {
      return false;
    }
    expectMore();
    // the last run may have ended before it could see that
    return running.size() >= maxConcurrent;
  }

  private void run(Turn turn) {
    try {
      runs.run(turn);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.warn("Turn {} cannot be resumed now; trying again.", turn.turnId(), e);
    } finally {
      ended(turn);
    }
  }

  private void ended(Turn turn) {
    running.remove(turn);
    if (!closed && behind.get()) {
      runs.ended(turn);
    }
  }

  @Override
  public Optional<StoredTurn> claim(TurnStore store, Turn turn, String node) {
    Optional<StoredTurn> claimed = store.claim(turn.tenant(), turn.turnId(), node, lease);
    Run run = running.get(turn);
    if (run != null) {
      run.claimed = claimed.orElse(null);
    }
    return claimed;
  }

  /** Renews the leases of all turns that run here. Must be called several times within a lease. */
  void renew() {
    running.forEach(this::renew);
  }

  private void renew(Turn turn, Run run) {
    StoredTurn claimed = run.claimed;
    if (claimed != null
        && !store.renew(claimed, lease)
        && running.get(turn) == run
        && isLost(claimed)) {
      log.warn("Another process resumed {}: this one was too slow.", claimed);
      runs.lose(turn);
    }
  }

  /**
   * Returns false for a turn that ended or waits again, and whose run has not reported that here
   * yet.
   */
  private boolean isLost(StoredTurn claimed) {
    return store
        .find(claimed.scope().tenant(), claimed.turnId())
        .filter(turn -> turn.token() == claimed.token())
        .isEmpty();
  }

  @Override
  public void close() {
    closed = true;
  }
}
