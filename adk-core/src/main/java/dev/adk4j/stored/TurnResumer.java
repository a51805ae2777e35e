// Longer than others: all ways by which a stored turn continues or ends share one set of running
// turns.
package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resumes stored turns: those whose gates are all decided, durable ones that are ready, and those
 * whose process died. A decision that this process takes resumes a turn at once; all others are
 * found by a regular sweep. Any number of processes may share a store; each turn runs in one.
 *
 * <p>A {@link TurnQueue} chooses the process that runs a durable turn, and the time.
 *
 * <p>Create one for each process and store. Thread-safe. Close it before the turns of the process
 * are aborted: resumed turns are handed over to other processes then.
 */
@NoJsonForm
public final class TurnResumer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TurnResumer.class);

  /** Interval at which a caller checks a turn that another process runs. */
  private static final Duration FOREIGN_LOOK = Duration.ofMillis(200);

  private static final Duration STOP_LOOK = Duration.ofSeconds(1);

  final TurnStore store;
  final Runner runner;
  final GateService desk;
  final OpenGates gates;

  /** Runs durable turns. */
  final TurnQueue queue;

  private final Duration lease;
  private final TurnSignals signals = new TurnSignals();
  private final LocalTurnQueue local;
  private final Sweeps sweeps;
  private final List<Subscription> subscriptions;
  private volatile boolean closed;

  private TurnResumer(Builder builder) {
    this.desk = builder.desk;
    this.store = desk.store();
    this.gates = new OpenGates(store);
    this.runner = builder.runner;
    this.lease = builder.lease;
    this.local = new LocalTurnQueue(this, builder);
    this.queue = builder.queue == null ? local : builder.queue;
    this.sweeps =
        new Sweeps(builder.scheduler)
            .every(builder.interval, this::sweep)
            .every(lease.dividedBy(4), local::renew)
            .every(STOP_LOOK, () -> lookForStops(!local.isIdle()))
            .every(builder.interval, builder.beside);
    Subscription changes = desk.parkedGates().onSettled(this::settled);
    Subscription ends = desk.parkedGates().onEnded(signals::tell);
    Subscription finished = desk.parkedGates().onFinished(local::finished);
    this.subscriptions = List.of(changes, ends, finished);
    store.queue(queue);
    queue.start(local);
  }

  public static Builder builder(GateService desk, Runner runner) {
    return new Builder(desk, runner);
  }

  /** Runs a resumed turn on this thread, to its end. */
  @FunctionalInterface
  public interface Runner {

    /**
     * @param turn claimed for this call; pass it to the raw context's {@code resume}
     * @throws Exception if the turn could not run at all; otherwise its outcome is in the store
     */
    void run(StoredTurn turn) throws Exception;

    /**
     * Aborts a run.
     *
     * @param reason {@link TurnRules#LOST} if another process has taken the turn, whose end must
     *     then not be recorded, or {@link TurnRules#STOPPED}
     */
    default void abort(String turnId, Object reason) {}

    /** Returns the stored turns that tools of the turn run. They are aborted with it. */
    default List<StoredTurn> inner(StoredTurn turn) {
      return List.of();
    }

    /**
     * Records the end of a turn that was claimed only for this and does not run, like {@link
     * TurnStore#finish}.
     */
    default boolean end(TurnStore store, StoredTurn turn, State end, @Nullable String error) {
      return store.finish(turn, end, error);
    }
  }

  /**
   * Returns the queue that runs the turn. A turn that is not durable runs in the process that
   * resumes it: the enclosing turn may wait for it, on a thread of the other queue.
   */
  private TurnQueue queueOf(StoredTurn turn) {
    return turn.isDurable() ? queue : local;
  }

  /** Returns the open gates of the turn in the order of its calls. */
  public List<GateRecord> openGates(StoredTurn turn) {
    return gates.of(turn, null);
  }

  /**
   * Waits until the turn has ended or has open gates. Resumes it if no process runs it.
   *
   * @param ends returns true when the caller stops waiting; evaluated again after {@link #tell}
   * @return the turn at that point, or when the time is over; empty if it does not exist
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE}
   */
  public Optional<StoredTurn> await(
      Scope scope, String turnId, Duration atMost, BooleanSupplier ends)
      throws InterruptedException {
    return await(
        scope,
        turnId,
        atMost,
        now -> now.isEmpty() || ends.getAsBoolean() || rests(now.get()),
        turn -> {
          if (queueOf(turn) == local) {
            resume(turn, true);
          }
        });
  }

  /**
   * Reads the turn after each signal until that is enough.
   *
   * @param unfinished called with a turn that is not enough, before the next wait
   */
  private Optional<StoredTurn> await(
      Scope scope,
      String turnId,
      Duration atMost,
      Predicate<Optional<StoredTurn>> enough,
      Consumer<StoredTurn> unfinished)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    try (TurnSignals.Waiter told = signals.listen(turnId)) {
      while (true) {
        Optional<StoredTurn> now = store.find(scope, turnId);
        long left = end - System.nanoTime();
        if (left <= 0 || enough.test(now)) {
          return now;
        }
        now.ifPresent(unfinished);
        boolean here = now.isPresent() && local.isRunning(Turn.of(now.get()));
        told.await(here ? left : Math.min(left, FOREIGN_LOOK.toNanos()));
      }
    }
  }

  /** Returns true for a turn that has ended, or waits for gates that are not decided. */
  public boolean rests(StoredTurn turn) {
    return gates.rests(turn);
  }

  /** Waits for a turn that another thread is about to store; empty if it was not stored in time. */
  public Optional<StoredTurn> awaitStored(Scope scope, String turnId, Duration atMost) {
    try {
      return await(scope, turnId, atMost, Optional::isPresent, turn -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Wakes the callers that wait for a turn; they read it again. */
  public void tell(String turnId) {
    signals.tell(turnId);
  }

  /** Resumes a waiting turn without open gates, or starts a durable turn that is ready. */
  public void wake(Scope scope, String turnId) {
    store
        .find(scope, turnId)
        .filter(turn -> !turn.state().isFinal() && gates.isDue(turn))
        .ifPresent(turn -> resume(turn, turn.state() == State.WAITING));
  }

  /**
   * Aborts a waiting turn, and those within it, without starting any of their calls. Open gates are
   * aborted in the actor's name, which needs no right to settle them: a user who may send the next
   * message may cancel the last one.
   *
   * @return false if a process runs the turn, or it has ended
   */
  public boolean cancelWaiting(StoredTurn turn, GateActor actor) {
    String tenant = turn.scope().tenant();
    StoredTurn claimed = store.claim(tenant, turn.turnId(), desk.node(), lease).orElse(null);
    if (claimed == null) {
      // a turn that runs continues, and so do the turns within it that run
      runner.inner(turn).forEach(inner -> cancelWaiting(inner, actor));
      return false;
    }
    boolean ended = aborted(claimed, actor);
    if (ended && queueOf(turn) != local) {
      // the queue lets it rest, perhaps for years: now the queue forgets it
      queue.wake(Turn.of(turn));
    }
    return ended;
  }

  /** Ends a claimed turn that was asked to stop. */
  void stopped(StoredTurn claimed) {
    aborted(claimed, itself(claimed));
  }

  private boolean aborted(StoredTurn claimed, GateActor actor) {
    try {
      // a gate of an inner turn is also one of this turn, and its end would resume the inner turn
      stopWithin(claimed, actor);
      openGates(claimed).forEach(gate -> desk.parkedGates().withdraw(gate, actor));
    } catch (Throwable e) {
      store.release(claimed);
      throw e;
    }
    return runner.end(store, claimed, State.ABORTED, null);
  }

  /** Turns that are asked already are in {@link TurnStore#stopping}. */
  private void stopWithin(StoredTurn turn, GateActor actor) {
    runner.inner(turn).stream()
        .filter(inner -> !inner.state().isFinal() && !inner.inbox().stop())
        .forEach(inner -> stop(inner.scope(), inner.turnId(), actor));
  }

  /**
   * Asks the turns within an aborted turn to stop; does nothing for any other turn. An inner turn
   * whose gates were decided resumes by itself, so the outer turn can end before one of its tools
   * waits for it.
   */
  public void stopWithin(StoredTurn turn) {
    store
        .find(turn.scope(), turn.turnId())
        .filter(now -> now.state() == State.ABORTED)
        .ifPresent(now -> stopWithin(now, itself(now)));
  }

  /**
   * Aborts a turn as {@link #cancelWaiting} does, and also one that a process runs. That run can
   * write nothing more; a run of this process is stopped at once.
   */
  public boolean cancel(StoredTurn turn, GateActor actor) {
    StoredTurn taken = taken(turn);
    boolean ended = taken != null && aborted(taken, actor);
    if (ended) {
      local.lose(Turn.of(turn));
    }
    return ended;
  }

  /**
   * Takes a running turn from its process, for the next process that claims it. The run can write
   * nothing more; a run of this process is stopped at once.
   *
   * @return false if no process runs the turn
   */
  public boolean giveBack(StoredTurn turn) {
    StoredTurn taken = taken(turn);
    if (taken == null || !store.release(taken)) {
      return false;
    }
    local.lose(Turn.of(turn));
    queueOf(turn).giveBack(Turn.of(turn));
    return true;
  }

  private @Nullable StoredTurn taken(StoredTurn turn) {
    String tenant = turn.scope().tenant();
    return store.take(tenant, turn.turnId(), desk.node(), lease).orElse(null);
  }

  /**
   * Asks a turn, and those within it, to stop, in whichever process they run. A turn that does not
   * run ends at once; a running one ends soon and keeps what it stored.
   *
   * @return false if the turn had ended, or is unknown
   */
  public boolean stop(Scope scope, String turnId, GateActor actor) {
    boolean asked = store.stop(scope, turnId);
    if (asked) {
      store.find(scope, turnId).ifPresent(turn -> stop(turn, actor));
    }
    return asked;
  }

  private void stop(StoredTurn turn, GateActor actor) {
    if (local.isRunning(Turn.of(turn))) {
      runner.abort(turn.turnId(), TurnRules.STOPPED);
      stopWithin(turn, actor);
    } else if (!turn.state().isFinal() && !cancelWaiting(turn, actor)) {
      stopWithin(turn, actor); // another process runs the turn
    }
  }

  private void lookForStops(boolean any) {
    if (any) {
      store.stopping().forEach(turn -> stop(turn, itself(turn)));
    }
  }

  private static GateActor itself(StoredTurn turn) {
    return GateActor.of(turn.scope().subject(), turn.scope().tenant(), List.of(), GateActor.TURN);
  }

  /**
   * Finds turns of all processes that no process runs, and resumes them. Also runs regularly by
   * itself.
   *
   * @return number of turns that this process resumed
   */
  public int sweep() {
    desk.store().sweep(null);
    lookForStops(true);
    return resumeDue();
  }

  /**
   * Resumes the turns that the limit held back, since a run has ended. A run that left its turn due
   * changes nothing: the turn would fail again at once, so it waits for the next sweep.
   */
  void resumeAfter(Turn turn) {
    sweeps.once(
        () -> {
          boolean stillDue =
              store
                  .find(turn.tenant(), turn.turnId())
                  .filter(left -> !left.state().isFinal() && gates.isDue(left))
                  .isPresent();
          if (!stillDue && local.takeExpected()) {
            resumeDue();
          }
        });
  }

  private int resumeDue() {
    int begun = 0;
    int room = local.room();
    List<StoredTurn> due = queue == local ? store.ready(room) : store.resting(room);
    if (due.size() == room) {
      local.expectMore();
    }
    for (StoredTurn turn : due) {
      begun += resume(turn, false) ? 1 : 0;
    }
    return begun;
  }

  /** Resumes the turn of the gate, on another thread, if it was the last open one. */
  private void settled(GateRecord gate) {
    if (!closed) {
      Thread.ofVirtual().name("adk-resume-" + gate.ref()).start(() -> resumeAfter(gate));
    }
  }

  private void resumeAfter(GateRecord gate) {
    Turn turn = new Turn(gate.tenant(), gate.turnId());
    try {
      if (!desk.parkedGates().isLeaving(gate.turnId()) && store.wake(turn)) {
        queue.committed(turn);
      } else {
        store
            .find(gate.tenant(), gate.turnId())
            .filter(known -> known.state() == State.WAITING)
            .filter(known -> gates.of(known, gate.ref()).isEmpty())
            .ifPresent(known -> resume(known, false));
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.debug("What waits for {} is not known yet; trying again.", gate.ref(), e);
    }
  }

  /**
   * Passes the turn to its queue, after the first part of the turn has reported its end.
   *
   * @param wanted true if a caller waits for the turn
   */
  private boolean resume(StoredTurn turn, boolean wanted) {
    if (closed || desk.parkedGates().defer(turn.turnId(), () -> resume(turn, false))) {
      return false;
    }
    if (queueOf(turn) == local) {
      return local.begin(Turn.of(turn), wanted);
    }
    queue.wake(Turn.of(turn));
    return true;
  }

  /**
   * Starts no more turns. Durable turns that run here stop after their iteration, and another
   * process resumes them. Other resumed turns keep running; if they are aborted from now on, they
   * wait again for another process.
   */
  @Override
  public void close() {
    closed = true;
    queue.close();
    local.close();
    desk.parkedGates().handOver();
    subscriptions.forEach(Subscription::close);
    sweeps.close();
  }

  /** Builds a {@link TurnResumer}, which starts at once. */
  public static final class Builder {

    final GateService desk;
    private final Runner runner;
    Executor executor = task -> Thread.ofVirtual().name("adk-resume").start(task);
    private @Nullable ScheduledExecutorService scheduler;
    private Duration interval = Duration.ofSeconds(5);
    Duration lease = Duration.ofSeconds(20);
    int maxConcurrent = 100;
    int attempts = 20;
    private @Nullable TurnQueue queue;
    private Runnable beside = () -> {};

    private Builder(GateService desk, Runner runner) {
      this.desk = desk;
      this.runner = runner;
    }

    /** Sets the executor that runs the turns; by default, each turn has a virtual thread. */
    public Builder executor(Executor executor) {
      this.executor = executor;
      return this;
    }

    /** Sets the scheduler of sweeps and of the renewal of claims; its own thread by default. */
    public Builder scheduler(ScheduledExecutorService scheduler) {
      this.scheduler = scheduler;
      return this;
    }

    /** Sets the pause between two sweeps for turns to resume; 5 seconds by default. */
    public Builder interval(Duration interval) {
      this.interval = interval;
      return this;
    }

    /**
     * Sets the silence after which another process resumes a turn; 20 seconds by default, since a
     * process may pause for several seconds.
     */
    public Builder lease(Duration lease) {
      this.lease = lease;
      return this;
    }

    /**
     * Limits the number of resumed turns that run here at the same time; 100 by default. Further
     * turns wait for a sweep, except those that a caller waits for.
     */
    public Builder maxConcurrent(int turns) {
      this.maxConcurrent = turns;
      return this;
    }

    /** Sets the number of attempts without an end after which a turn fails; 20 by default. */
    public Builder attempts(int attempts) {
      this.attempts = attempts;
      return this;
    }

    /**
     * Sets the queue that chooses the process and the time of a durable turn. If null, the default,
     * the first process that finds a turn runs it. The queue is closed with the result.
     */
    public Builder queue(@Nullable TurnQueue queue) {
      this.queue = queue;
      return this;
    }

    /**
     * Sets a task that runs in addition to each sweep for turns, such as a check of the schedules.
     */
    public Builder beside(Runnable task) {
      this.beside = task;
      return this;
    }

    public TurnResumer build() {
      new Violations()
          .required(desk, "$.desk")
          .required(runner, "$.runner")
          .check(interval.toMillis() >= 1, "$.interval", "range", "must be at least 1 ms")
          .check(lease.toMillis() >= 4, "$.lease", "range", "must be at least 4 ms")
          .check(maxConcurrent >= 1, "$.maxConcurrent", "range", "must be at least 1")
          .check(attempts >= 1, "$.attempts", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new TurnResumer(this);
    }
  }
}
