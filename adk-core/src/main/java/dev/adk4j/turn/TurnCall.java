package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.TurnContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One turn with its own listeners, which receive the events of that turn only and are removed after
 * its {@code turnEnd}. They are called after the runner's. Not thread-safe while listeners are
 * added; runs once.
 *
 * @since 0.1.0
 */
public final class TurnCall {

  private static final Logger log = LoggerFactory.getLogger(TurnCall.class);

  private final TurnRunner runner;
  final RawTurnContext raw;
  private final EventBus bus = new EventBus();
  private final List<Consumer<? super TurnContext>> inspectors = new ArrayList<>(1);
  private final List<Admission> admissions = new ArrayList<>(1);
  private final AtomicBoolean used = new AtomicBoolean();

  TurnCall(TurnRunner runner, RawTurnContext raw) {
    this.runner = runner;
    this.raw = raw;
  }

  /** Listens to a functional event of this turn. */
  public <T> TurnCall on(EventKey.Functional<T> key, EventListener<? super T> listener) {
    bus.add(key, listener);
    return this;
  }

  /** Listens to an observability event of this turn. */
  public <T> TurnCall observe(EventKey.Observability<T> key, EventListener<? super T> listener) {
    bus.add(key, listener);
    return this;
  }

  /**
   * Inspects the context when the turn's work is done, also if it failed: right before {@code
   * turnEnd}, on the turn's thread. An exception of the inspector is logged.
   */
  public TurnCall inspect(Consumer<? super TurnContext> inspector) {
    inspectors.add(Objects.requireNonNull(inspector, "inspector"));
    return this;
  }

  /**
   * Adds an admission that the turn must pass: called on the turn's thread after {@code turnStart},
   * before any data is loaded or stored. Admissions are passed in the order they were added. An
   * exception of an admission fails the turn.
   */
  public TurnCall admit(Admission admission) {
    admissions.add(Objects.requireNonNull(admission, "admission"));
    return this;
  }

  /** The admission of one turn. */
  @FunctionalInterface
  public interface Admission {

    /**
     * Returns when the turn may continue. An admission that waits must observe the abort signal.
     */
    void pass(TurnContext turn) throws Exception;
  }

  /** Runs the turn as {@link TurnRunner#run} does. */
  public void run() {
    runner.play(open());
  }

  /**
   * Starts the turn as {@link TurnRunner#start} does. A call that was refused before its turn began
   * may be run again.
   */
  public TurnHandle start() {
    return start(handle -> {}, runner::launch);
  }

  /**
   * Runs the turn on this thread, otherwise like {@link #start}: with the task decorator, and with
   * a handle that another thread can use. The thread may be interrupted afterwards if the turn was
   * aborted.
   *
   * @param begins receives the handle right before the turn begins
   */
  public TurnHandle runHere(Consumer<? super TurnHandle> begins) {
    TurnHandle ended = start(begins, started -> runner.decorated(started).run());
    ended.completion().join(); // throws if the decorated task did not run the turn
    return ended;
  }

  private TurnHandle start(Consumer<? super TurnHandle> begins, Consumer<StartedTurn> launch) {
    StartedTurn started = new StartedTurn(open());
    try {
      begins.accept(started);
      launch.accept(started);
      return started;
    } catch (Throwable e) {
      used.set(started.begun());
      throw e;
    }
  }

  private LiveTurn open() {
    runner.beforeTurn();
    LiveTurn turn = runner.open(this);
    if (!used.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "This call was run before; make a new one with TurnRunner.turn(raw).");
    }
    return turn;
  }

  /** Passes the turn's admissions. Returns false if the turn failed there, or was aborted. */
  boolean admits(LiveTurn turn) {
    try {
      for (Admission admission : admissions) {
        admission.pass(turn);
      }
      return admissions.isEmpty() || !turn.aborted();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
      if (!AbortException.matches(e, turn.aborted())) {
        turn.failed(Failures.asAdk(e));
      }
      return false;
    }
  }

  /**
   * Returns a sink that passes each event to the runner's listeners, then to those of this turn.
   */
  EventSink after(EventSink runner) {
    return new EventSink() {
      @Override
      public <T> void emit(EventKey<T> key, T event) {
        try {
          runner.emit(key, event);
        } finally {
          bus.emit(key, event);
        }
      }
    };
  }

  /** Calls the inspectors of a turn whose work is done. */
  void inspect(TurnContext turn) {
    for (Consumer<? super TurnContext> inspector : inspectors) {
      try {
        inspector.accept(turn);
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        log.error(
            "Looking at the end of turn {} failed; the turn ends all the same.", turn.turnId(), e);
      }
    }
  }

  /** Removes the listeners. */
  void close() {
    bus.close();
  }
}
