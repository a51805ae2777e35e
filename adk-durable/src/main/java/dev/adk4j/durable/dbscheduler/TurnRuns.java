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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks that the scheduler took and decides how each continues, including tasks whose
 * process died and tasks that this process lost.
 */
final class TurnRuns extends AbstractSchedulerListener {

  private static final Logger log = LoggerFactory.getLogger(TurnRuns.class);
  private static final Result AGAIN = new Result(Next.AGAIN, null);
  private static final int TRIES = 3;
  private static final long TRY_NANOS = Duration.ofMillis(50).toNanos();
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final TaskRows rows;
  private final DatabaseClock clock;
  private final Worker worker;
  private final BooleanSupplier closed;
  private final Runnable trigger;
  private final Duration deadAfter;

  /** The last time at which this process could see heartbeats; null before the first look. */
  private volatile @Nullable Instant seen;

  /** The time since which it can see them without a gap. */
  private volatile Instant seenSince = Instant.MIN;

  /** The versions of the tasks that run here, by key. */
  private final Map<String, Long> running = new ConcurrentHashMap<>();

  /** The keys of the tasks whose runs are over and not recorded yet. */
  private final Set<String> ending = ConcurrentHashMap.newKeySet();

  private final AtomicLong takenOver = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();

  TurnRuns(
      TaskRows rows,
      DatabaseClock clock,
      Worker worker,
      BooleanSupplier closed,
      Runnable trigger,
      Duration deadAfter) {
    this.rows = rows;
    this.clock = clock;
    this.worker = worker;
    this.closed = closed;
    this.trigger = trigger;
    this.deadAfter = deadAfter;
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

  /** Releases the turns that still run here; their runs can then write nothing. */
  void releaseAll() {
    running.forEach(
        (key, version) -> {
          try {
            Instant now = clock.now();
            rows.free(key, version, now, now);
          } catch (AdkException e) {
            log.warn(
                "Turn {} could not be released; others resume it after {}.", key, deadAfter, e);
          }
        });
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
    // the name that logs show for plain turns, too
    Thread.currentThread().setName("adk-turn-" + TaskKey.turn(key).turnId());
    running.put(key, execution.version);
    Result result = AGAIN;
    try {
      result = worker.run(TaskKey.turn(key));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("Turn {} could not be run; retrying later.", key, e);
    } finally {
      ending.add(key);
      running.remove(key, execution.version);
    }
    Result last = result;
    return (done, operations) -> {
      try {
        end(execution, last);
      } finally {
        ending.remove(key);
      }
    };
  }

  /**
   * Ends a run. Clears a pending interruption of the turn first: it would break the connection of
   * the next statement, and the turn would wait until its process is treated as dead. Tries until
   * then while the database is away.
   */
  private void end(Execution execution, Result result) {
    Instant until = clock.now().plus(deadAfter);
    for (int tries = 1; ; tries++) {
      Thread.interrupted();
      try {
        settle(execution, result);
        return;
      } catch (AdkException e) {
        if (tries >= TRIES && !clock.now().isBefore(until)) {
          throw e;
        }
        LockSupport.parkNanos(TRY_NANOS);
        log.debug("The end of {} could not be recorded; retrying.", execution.getId(), e);
      }
    }
  }

  /** Ends a run, unless another process took the turn; that process alone decides then. */
  private void settle(Execution execution, Result result) {
    String key = execution.getId();
    long version = execution.version;
    boolean ended;
    do {
      ended =
          switch (result.next()) {
            case FORGET -> rows.remove(key, version);
            case REST -> rest(key, version, result.at());
            case AGAIN -> again(execution);
          };
    } while (!ended && rows.heard(key, version) && !due(key, version));
  }

  /** Keeps no task for a turn that rests until it is woken: the wake adds one. */
  private boolean rest(String key, long version, @Nullable Instant at) {
    if (at == null) {
      return rows.remove(key, version);
    }
    Instant now = clock.now();
    boolean rested = rows.rest(key, version, at, now);
    if (rested && !at.isAfter(now)) {
      trigger.run();
    }
    return rested;
  }

  /**
   * Keeps the turn's place in the queue if this process is shutting down. Otherwise delays the
   * turn, unless it was woken while it ran, because the missing condition is then met.
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

  /** Lets a turn that was woken while it ran continue immediately, if there is a reason. */
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
   * Releases a turn whose process has stopped its heartbeats; the next free thread takes it. A turn
   * of this process, which was paused for a while, sends its next heartbeat shortly. While the
   * database was away, no process could send heartbeats, so all have their time again.
   */
  private void dead(Execution execution) {
    if (!runsHere(execution)
        && !ending.contains(execution.getId())
        && !looks().minus(deadAfter).isBefore(seenSince)
        && rows.resume(execution.getId(), execution.version, execution.executionTime)) {
      takenOver.incrementAndGet();
      log.warn(
          "Another process resumes turn {}: its process {} sends no heartbeats.",
          execution.getId(),
          execution.pickedBy);
      trigger.run();
    }
  }

  @Override
  public void onSchedulerEvent(SchedulerEventType type) {
    if (type == SchedulerEventType.RAN_DETECT_DEAD) {
      looks();
    }
  }

  private Instant looks() {
    Instant now = clock.now();
    Instant last = seen;
    // two heartbeats: with those before and after, others may already look dead
    if (last != null && last.isBefore(now.minus(deadAfter.dividedBy(2)))) {
      seenSince = now;
    }
    seen = now;
    return now;
  }

  /** Stops a run whose task belongs to another process; it could no longer write anything. */
  @Override
  public void onExecutionFailedHeartbeat(CurrentlyExecuting run) {
    Execution execution = run.getExecution();
    try {
      if (runsHere(execution)
          && rows.lost(execution.getId(), execution.version)
          && runsHere(execution)) {
        lost.incrementAndGet();
        Turn turn = TaskKey.turn(execution.getId());
        log.warn("Another process took over turn {}: this one was too slow.", turn);
        worker.lose(turn);
      }
    } catch (AdkException e) {
      log.debug("The database query for the process that runs {} failed.", execution.getId(), e);
    }
  }

  private boolean runsHere(Execution execution) {
    Long version = running.get(execution.getId());
    return version != null && version == execution.version;
  }
}
