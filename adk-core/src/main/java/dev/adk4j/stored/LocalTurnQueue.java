package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.stored.StoredTurn.State;
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
 * renews while it is alive; {@link TurnResumer#sweep} finds a turn whose lease ran out. Also the
 * worker of another queue, so it knows all turns that run in this process.
 */
final class LocalTurnQueue implements TurnQueue, TurnQueue.Worker {

  private static final Logger log = LoggerFactory.getLogger(LocalTurnQueue.class);

  private final TurnResumer resumer;
  private final TurnStore store;
  private final Executor executor;
  private final Duration lease;
  private final int maxConcurrent;
  private final int attempts;
  private final Map<Turn, Run> running = new ConcurrentHashMap<>();
  private final AtomicBoolean behind = new AtomicBoolean();
  private volatile boolean closed;

  LocalTurnQueue(TurnResumer resumer, TurnResumer.Builder builder) {
    this.resumer = resumer;
    this.store = resumer.store;
    this.executor = builder.executor;
    this.lease = builder.lease;
    this.maxConcurrent = builder.maxConcurrent;
    this.attempts = builder.attempts;
  }

  /** A run of a turn of a queue. */
  private static final class Run {
    final TurnQueue queue;
    volatile @Nullable StoredTurn claimed;
    volatile boolean finished;

    Run(TurnQueue queue) {
      this.queue = queue;
    }
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

  /** Returns true if a run of this process has claimed the turn. */
  boolean isRunning(Turn turn) {
    Run run = running.get(turn);
    return run != null && run.claimed != null;
  }

  boolean isIdle() {
    return running.isEmpty();
  }

  /** Remembers that the end of this claim has been stored: the turn need not be read again. */
  void finished(StoredTurn claimed) {
    Run run = running.get(Turn.of(claimed));
    if (run != null && run.claimed instanceof StoredTurn held && held.token() == claimed.token()) {
      run.finished = true;
    }
  }

  /** Returns how many more turns may run here. */
  int room() {
    return Math.max(1, maxConcurrent - size());
  }

  private int size() {
    return (int) running.values().stream().filter(run -> run.queue == this).count();
  }

  /**
   * Runs a turn on another thread.
   *
   * @param wanted true if a thread waits for the turn; that thread may belong to a running turn, so
   *     the limit does not hold the turn back
   * @return false if the turn already runs here, or cannot run now
   */
  boolean begin(Turn turn, boolean wanted) {
    Run run = new Run(this);
    if (closed || (!wanted && isFull()) || running.putIfAbsent(turn, run) != null) {
      return false;
    }
    try {
      executor.execute(() -> begin(turn, run));
      return true;
    } catch (RejectedExecutionException e) {
      log.debug("No thread takes turn {} now; the next sweep tries again.", turn.turnId(), e);
      running.remove(turn, run);
      return false;
    }
  }

  private void begin(Turn turn, Run run) {
    try {
      run(turn, run);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.warn("Turn {} cannot be resumed now; trying again.", turn.turnId(), e);
    } finally {
      if (!closed && behind.get()) {
        resumer.resumeAfter(turn);
      }
    }
  }

  /** Runs a turn of the other queue on this thread. A run that has not ended yet is stopped. */
  @Override
  public Result run(Turn turn) {
    try {
      Run run = new Run(resumer.queue);
      if (running.put(turn, run) != null) {
        resumer.runner.abort(turn.turnId(), TurnRules.LOST);
      }
      run(turn, run);
      return run.finished ? OpenGates.FORGET : resumer.gates.next(turn);
    } catch (RuntimeException e) {
      log.warn("Turn {} cannot be run now; trying again.", turn.turnId(), e);
      return OpenGates.AGAIN;
    }
  }

  @Override
  public boolean isDue(Turn turn) {
    return store.find(turn.tenant(), turn.turnId()).map(resumer.gates::isDue).orElse(true);
  }

  private void run(Turn turn, Run run) {
    try {
      StoredTurn claimed = run.queue.claim(store, turn, resumer.desk.node()).orElse(null);
      run.claimed = claimed;
      if (claimed != null) {
        run(claimed);
      }
    } finally {
      running.remove(turn, run);
      if (run.claimed != null) { // otherwise a caller would look again at once, and claim in vain
        resumer.tell(turn.turnId());
      }
    }
  }

  /** Runs a claimed turn on this thread, unless it is to stop or had too many attempts. */
  private void run(StoredTurn claimed) {
    if (claimed.inbox().stop()) {
      resumer.stopped(claimed);
    } else if (claimed.attempt() > attempts) {
      log.error("Turn {} did not end in {} attempts and failed.", claimed.turnId(), attempts);
      String limit = AdkErrorCode.E_DISPATCH_LIMIT_REACHED.name();
      if (resumer.runner.end(store, claimed, State.FAILED, limit)) {
        store.here().add(TurnCounts.Event.FAILED);
      }
    } else {
      try {
        resumer.runner.run(claimed);
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        FatalErrors.keepInterrupt(e);
        log.error("Turn {} could not be resumed; trying again later.", claimed.turnId(), e);
      }
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
    if (size() < maxConcurrent) {
      return false;
    }
    expectMore();
    // the last run may have ended before it could see that
    return size() >= maxConcurrent;
  }

  @Override
  public Optional<StoredTurn> claim(TurnStore store, Turn turn, String node) {
    return store.claim(turn.tenant(), turn.turnId(), node, lease);
  }

  /** Renews the leases of the turns of this queue. Must be called several times within a lease. */
  void renew() {
    running.forEach(this::renew);
  }

  private void renew(Turn turn, Run run) {
    StoredTurn claimed = run.queue == this ? run.claimed : null;
    if (claimed != null
        && !store.renew(claimed, lease)
        && running.get(turn) == run
        && isLost(claimed)) {
      log.warn("Another process resumed {}: this one was too slow.", claimed);
      lose(turn);
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

  /** Stops the run of a turn here, if one exists. */
  @Override
  public void lose(Turn turn) {
    if (isRunning(turn)) {
      resumer.runner.abort(turn.turnId(), TurnRules.LOST);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
