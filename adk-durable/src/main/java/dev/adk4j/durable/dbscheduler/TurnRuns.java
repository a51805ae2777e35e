package dev.adk4j.durable.dbscheduler;

import com.github.kagkarlsson.scheduler.CurrentlyExecuting;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.stored.TurnQueue.Result;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.stored.TurnQueue.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks that the scheduler took, and says what becomes of them: of those that ran, of
 * those whose process died, and of those that this process lost.
 */
final class TurnRuns extends AbstractSchedulerListener {

  private static final Logger log = LoggerFactory.getLogger(TurnRuns.class);
  private static final Result AGAIN = new Result(Next.AGAIN, null);
  private static final int TRIES = 3;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  // what rests until it is woken is looked at once in this time
  private static final Duration LONG = Duration.ofDays(3650);

  private final TaskRows rows;
  private final DatabaseClock clock;
  private final Worker worker;
  private final BooleanSupplier closed;
  private final Runnable trigger;

  /** The versions of the tasks that run here, by key. */
  private final Map<String, Long> running = new ConcurrentHashMap<>();

  private final AtomicLong takenOver = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();

  TurnRuns(
      TaskRows rows, DatabaseClock clock, Worker worker, BooleanSupplier closed, Runnable trigger) {
    this.rows = rows;
    this.clock = clock;
    this.worker = worker;
    this.closed = closed;
    this.trigger = trigger;
  }

  CustomTask<Void> task() {
    return Tasks.custom(TaskRows.TASK, Void.class)
        .onDeadExecution((done, operations) -> dead(done.getExecution()))
        .onFailure((done, operations) -> end(done.getExecution(), AGAIN))
        .execute((instance, context) -> run(context.getExecution()));
  }

  int size() {
    return running.size();
  }

  long takenOver() {
    return takenOver.get();
  }

  long lost() {
    return lost.get();
  }

  private CompletionHandler<Void> run(Execution execution) {
    if (closed.getAsBoolean()) {
      return (done, operations) -> end(execution, AGAIN);
    }
    String key = execution.getId();
    running.put(key, execution.version);
    Result result = AGAIN;
    try {
      result = worker.run(TaskKey.turn(key));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("Turn {} could not be run; trying again later.", key, e);
    } finally {
      running.remove(key, execution.version);
    }
    Result last = result;
    return (done, operations) -> end(execution, last);
  }

  /**
   * Ends a run. An interruption, which is meant for the turn, breaks the connection of a statement
   * that is on its way: the turn would wait until its process is taken for dead.
   */
  private void end(Execution execution, Result result) {
    for (int tries = 1; ; tries++) {
      Thread.interrupted();
      try {
        settle(execution, result);
        return;
      } catch (AdkException e) {
        if (tries == TRIES) {
          throw e;
        }
        log.debug("The end of {} could not be noted; trying again.", execution.getId(), e);
      }
    }
  }

  /** Ends a run, unless another process took the turn, which decides alone then. */
  private void settle(Execution execution, Result result) {
    String key = execution.getId();
    long version = execution.version;
    boolean ended;
    do {
      ended =
          switch (result.next()) {
            case FORGET -> rows.remove(key, version);
            case REST -> rest(key, version, result);
            case AGAIN -> again(execution);
          };
    } while (!ended && rows.heard(key, version) && !due(key, version));
  }

  private boolean rest(String key, long version, Result result) {
    Instant now = clock.now();
    Instant at = result.at();
    boolean rested = rows.rest(key, version, at == null ? now.plus(LONG) : at, now);
    if (rested && at != null && !at.isAfter(now)) {
      trigger.run();
    }
    return rested;
  }

  /**
   * Keeps the turn's place in the queue where this process ends. Else lets some time pass, unless
   * the turn was woken while it ran: then what it lacked is there now.
   */
  private boolean again(Execution execution) {
    Instant now = clock.now();
    String key = execution.getId();
    if (closed.getAsBoolean()) {
      rows.free(key, execution.version, execution.executionTime, now);
    } else if (rows.tryLater(key, execution.version, now.plus(pause(execution)), now)) {
      trigger.run();
    }
    return true;
  }

  private static Duration pause(Execution execution) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(execution.consecutiveFailures, 5));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  /** Lets a turn run again at once that was woken while it ran, if there is a reason. */
  private boolean due(String key, long version) {
    boolean due = worker.isDue(TaskKey.turn(key));
    if (due) {
      Instant now = clock.now();
      rows.free(key, version, now, now);
      trigger.run();
    }
    return due;
  }

  /**
   * Frees a turn whose process is silent. It keeps its place: behind all that wait it would come
   * last. A turn of this process, which was stopped for a while, beats again in a moment.
   */
  private void dead(Execution execution) {
    if (!runsHere(execution)
        && rows.free(execution.getId(), execution.version, execution.executionTime, clock.now())) {
      takenOver.incrementAndGet();
      log.warn(
          "Turn {} goes on elsewhere: its process {} is silent.",
          execution.getId(),
          execution.pickedBy);
      trigger.run();
    }
  }

  /** Stops a run whose task is another process's; it could write nothing more. */
  @Override
  public void onExecutionFailedHeartbeat(CurrentlyExecuting run) {
    Execution execution = run.getExecution();
    try {
      if (runsHere(execution)
          && rows.lost(execution.getId(), execution.version)
          && runsHere(execution)) {
        lost.incrementAndGet();
        Turn turn = TaskKey.turn(execution.getId());
        log.warn("Another process goes on with turn {}: this one was too slow.", turn);
        worker.lose(turn);
      }
    } catch (AdkException e) {
      log.debug("The database does not say who runs {}.", execution.getId(), e);
    }
  }

  private boolean runsHere(Execution execution) {
    Long version = running.get(execution.getId());
    return version != null && version == execution.version;
  }
}
