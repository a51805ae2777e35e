package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

  private static final TurnQueue.Result FORGET = new TurnQueue.Result(TurnQueue.Next.FORGET, null);
  private static final TurnQueue.Result AGAIN = new TurnQueue.Result(TurnQueue.Next.AGAIN, null);

  private final GateService desk;
  private final TurnStore store;
  private final Runner runner;
  private final Duration lease;
  private final int attempts;
  private final Map<Turn, Object> running = new ConcurrentHashMap<>();
  private final TurnSignals signals = new TurnSignals();
  private final ScheduledExecutorService scheduler;
  private final boolean ownScheduler;
  private final LocalTurnQueue local;

  /** Runs durable turns. */
  private final TurnQueue queue;

  private final List<Subscription> subscriptions;
  private volatile boolean closed;

  private TurnResumer(Builder builder) {
    this.desk = builder.desk;
    this.store = builder.desk.store();
    this.runner = builder.runner;
    this.lease = builder.lease;
    this.attempts = builder.attempts;
    this.ownScheduler = builder.scheduler == null;
    this.scheduler = builder.scheduler == null ? scheduler() : builder.scheduler;
    this.local =
        new LocalTurnQueue(
            store,
            builder.executor,
            lease,
            builder.maxConcurrent,
            new LocalTurnQueue.Runs() {
              @Override
              public void run(Turn turn) {
                TurnResumer.this.run(turn, local);
              }

              @Override
              public void lose(Turn turn) {
                TurnResumer.this.lose(turn);
              }

              @Override
              public void ended(Turn turn) {
                scheduler.execute(quietly(() -> resumeAfter(turn)));
              }
            });
    this.queue = builder.queue == null ? local : builder.queue;
    var sweep = every(builder.interval, this::sweep);
    var renew = every(lease.dividedBy(4), local::renew);
    var stops = every(STOP_LOOK, () -> lookForStops(!running.isEmpty()));
    Subscription changes = desk.parkedGates().onSettled(gate -> changed(gate.tenant(), gate.ref()));
    Subscription ends = desk.parkedGates().onEnded(signals::tell);
    var beside = every(builder.interval, builder.beside);
    this.subscriptions = List.of(sweep, renew, stops, changes, ends, beside);
    store.queue(queue);
    queue.start(new Worker());
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

    /** Stops a run whose turn another process has taken; its end must not be recorded. */
    default void lose(String turnId) {}

    /** Aborts a run whose turn was asked to stop. */
    default void stop(String turnId) {}

    /**
     * Records the end of a turn that was claimed only for this and does not run, like {@link
     * TurnStore#finish}.
     */
    default boolean end(TurnStore store, StoredTurn turn, State end, @Nullable String error) {
      return store.finish(turn, end, error);
    }
  }

  /** Runs durable turns when the queue requests it. */
  private final class Worker implements TurnQueue.Worker {

    @Override
    public TurnQueue.Result run(Turn turn) {
      try {
        TurnResumer.this.run(turn, queue);
        return store.find(turn.tenant(), turn.turnId()).map(TurnResumer.this::next).orElse(FORGET);
      } catch (RuntimeException e) {
        log.warn("Turn {} cannot be run now; trying again.", turn.turnId(), e);
        return AGAIN;
      }
    }

    @Override
    public boolean isDue(Turn turn) {
      return store.find(turn.tenant(), turn.turnId()).map(TurnResumer.this::isDue).orElse(true);
    }

    @Override
    public void lose(Turn turn) {
      TurnResumer.this.lose(turn);
    }
  }

  /** Claims the turn, and runs it on this thread. */
  private void run(Turn turn, TurnQueue from) {
    Object mine = new Object();
    if (running.put(turn, mine) != null) {
      runner.lose(turn.turnId());
    }
    try {
      StoredTurn claimed = given(from.claim(store, turn, desk.node()));
      if (claimed != null) {
        run(claimed);
      }
    } finally {
      running.remove(turn, mine);
      signals.tell(turn.turnId());
    }
  }

  private TurnQueue.Result next(StoredTurn turn) {
    if (turn.state().isFinal() || turn.state() == State.QUEUED) {
      return FORGET;
    }
    List<GateRecord> open = turn.state() == State.WAITING ? openGates(turn) : List.of();
    return open.isEmpty()
        ? AGAIN
        : new TurnQueue.Result(
            TurnQueue.Next.REST,
            open.stream()
                .map(GateRecord::deadline)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null));
  }

  /** Returns true for an ended turn, too, so that the queue forgets it. */
  private boolean isDue(StoredTurn turn) {
    return turn.state() == State.READY
        || turn.state().isFinal()
        || (turn.state() == State.WAITING && openGates(turn).isEmpty());
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
    return openGates(turn, null);
  }

  /**
   * Returns the open gates except for one.
   *
   * @param settled a gate that is known to be settled
   */
  private List<GateRecord> openGates(StoredTurn turn, @Nullable String settled) {
    String tenant = turn.scope().tenant();
    return turn.gates().stream()
        .filter(ref -> !ref.equals(settled))
        .flatMap(ref -> desk.store().expire(tenant, ref).stream())
        .filter(gate -> gate.state() == GateState.OPEN)
        .toList();
  }

  /**
   * Waits until the turn has ended or has open gates. Resumes it if no process runs it.
   *
   * @return the turn at that point, or when the time is over; empty if it does not exist
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE}
   */
  public Optional<StoredTurn> await(Scope scope, String turnId, Duration atMost)
      throws InterruptedException {
    return await(scope, turnId, atMost, () -> false);
  }

  /**
   * Waits as {@link #await(Scope, String, Duration)} does, unless the caller stops waiting.
   *
   * @param ends returns true when the caller stops waiting; evaluated again after {@link #tell}
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
        boolean here = now.isPresent() && running.containsKey(Turn.of(now.get()));
        told.await(here ? left : Math.min(left, FOREIGN_LOOK.toNanos()));
      }
    }
  }

  /** Returns true for a turn that has ended, or waits for gates that are not decided. */
  public boolean rests(StoredTurn turn) {
    return turn.state().isFinal() || (turn.state() == State.WAITING && !openGates(turn).isEmpty());
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

  /** Starts a durable turn that was accepted within a transaction, after the commit. */
  public void wake(Scope scope, String turnId) {
    store.find(scope, turnId).filter(turn -> turn.state() == State.READY).ifPresent(this::resume);
  }

  /**
   * Aborts a waiting turn without starting any of its calls. Its open gates are aborted in the
   * actor's name, which needs no right to settle them: a user who may send the next message may
   * cancel the last one.
   *
   * @return false if a process runs the turn, or it has ended
   */
  public boolean cancelWaiting(StoredTurn turn, GateActor actor) {
    String tenant = turn.scope().tenant();
    boolean ended =
        aborted(store.claim(tenant, turn.turnId(), desk.node(), lease).orElse(null), actor);
    if (ended && queueOf(turn) != local) {
      // the queue lets it rest, perhaps for years: now the queue forgets it
      queue.wake(Turn.of(turn));
    }
    return ended;
  }

  private boolean aborted(@Nullable StoredTurn claimed, GateActor actor) {
    if (claimed == null) {
      return false;
    }
    try {
      openGates(claimed).forEach(gate -> desk.parkedGates().withdraw(gate, actor));
    } catch (Throwable e) {
      store.release(claimed);
      throw e;
    }
    return runner.end(store, claimed, State.ABORTED, null);
  }

  /**
   * Aborts a turn as {@link #cancelWaiting} does, and also one that a process runs. That run can
   * write nothing more; a run of this process is stopped at once.
   */
  public boolean cancel(StoredTurn turn, GateActor actor) {
    return aborted(taken(turn), actor) && lose(Turn.of(turn));
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
    lose(Turn.of(turn));
    queueOf(turn).giveBack(Turn.of(turn));
    return true;
  }

  private @Nullable StoredTurn taken(StoredTurn turn) {
    String tenant = turn.scope().tenant();
    return store.take(tenant, turn.turnId(), desk.node(), lease).orElse(null);
  }

  /** Stops the run of a turn here, if one exists. */
  private boolean lose(Turn turn) {
    if (running.containsKey(turn)) {
      runner.lose(turn.turnId());
    }
    return true;
  }

  /**
   * Asks a turn to stop, in whichever process it runs. A turn that does not run ends at once; a
   * running one ends soon and keeps what it stored.
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
    if (running.containsKey(Turn.of(turn))) {
      runner.stop(turn.turnId());
    } else if (!turn.state().isFinal()) {
      cancelWaiting(turn, actor);
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
  private void resumeAfter(Turn turn) {
    boolean stillDue =
        store
            .find(turn.tenant(), turn.turnId())
            .filter(left -> !left.state().isFinal() && isDue(left))
            .isPresent();
    if (!stillDue && local.takeExpected()) {
      resumeDue();
    }
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
  private void changed(String tenant, String ref) {
    if (closed) {
      return;
    }
    Thread.ofVirtual()
        .name("adk-resume-" + ref)
        .start(
            () -> {
              try {
                store
                    .findByGate(tenant, ref)
                    .filter(turn -> turn.state() == State.WAITING)
                    .filter(turn -> openGates(turn, ref).isEmpty())
                    .ifPresent(this::resume);
              } catch (Throwable e) {
                FatalErrors.rethrow(e);
                log.debug("What waits for {} is not known yet; trying again.", ref, e);
              }
            });
  }

  private void resume(StoredTurn turn) {
    resume(turn, false);
  }

  /**
   * Passes the turn to its queue, after the first part of the turn has reported its end.
   *
   * @param wanted true if a caller waits for the turn
   */
  private boolean resume(StoredTurn turn, boolean wanted) {
    if (closed || desk.parkedGates().defer(turn.turnId(), () -> resume(turn))) {
      return false;
    }
    if (queueOf(turn) == local) {
      return local.begin(Turn.of(turn), wanted);
    }
    queue.wake(Turn.of(turn));
    return true;
  }

  /** Returns null if nothing was claimed, or the turn ends here after too many attempts. */
  private @Nullable StoredTurn given(Optional<StoredTurn> given) {
    StoredTurn claimed = given.orElse(null);
    if (claimed != null && claimed.inbox().stop()) {
      aborted(claimed, itself(claimed));
      return null;
    }
    if (claimed == null || claimed.attempt() <= attempts) {
      return claimed;
    }
    log.error("Turn {} did not end in {} attempts and failed.", claimed.turnId(), attempts);
    String limit = AdkErrorCode.E_DISPATCH_LIMIT_REACHED.name();
    if (runner.end(store, claimed, State.FAILED, limit)) {
      store.here().add(TurnCounts.Event.FAILED);
    }
    return null;
  }

  private void run(StoredTurn claimed) {
    try {
      runner.run(claimed);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      log.error("Turn {} could not be resumed; trying again later.", claimed.turnId(), e);
    }
  }

  private Subscription every(Duration interval, Runnable task) {
    var future =
        scheduler.scheduleWithFixedDelay(
            quietly(task), interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    return () -> future.cancel(false);
  }

  private static Runnable quietly(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Throwable e) {
        // Not even a virtual machine error: it would end the sweeping, not the process.
        log.warn("The store of turns does not answer; trying again.", e);
      }
    };
  }

  private static ScheduledExecutorService scheduler() {
    return new ScheduledThreadPoolExecutor(
        1, Thread.ofPlatform().daemon().name("adk-resume").factory());
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
    if (ownScheduler) {
      stop(scheduler);
    }
  }

  /** Waits for a running sweep, so that the store can be closed. */
  private static void stop(ScheduledExecutorService scheduler) {
    scheduler.shutdown();
    try {
      if (!scheduler.awaitTermination(5, TimeUnit.SECONDS)) {
        scheduler.shutdownNow();
      }
    } catch (InterruptedException e) {
      scheduler.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** Builds a {@link TurnResumer}, which starts at once. */
  public static final class Builder {

    private final GateService desk;
    private final Runner runner;
    private Executor executor = task -> Thread.ofVirtual().name("adk-resume").start(task);
    private @Nullable ScheduledExecutorService scheduler;
    private Duration interval = Duration.ofSeconds(5);
    private Duration lease = Duration.ofSeconds(20);
    private int maxConcurrent = 100;
    private int attempts = 20;
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
