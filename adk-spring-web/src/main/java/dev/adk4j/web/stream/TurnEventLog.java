package dev.adk4j.web.stream;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Newest events of one turn, numbered. Appending never waits for a reader: at the limit the oldest
 * events are dropped, and a reader that still needs them receives {@link Reading.Gone}.
 * Thread-safe.
 */
final class TurnEventLog implements EventSource {

  /**
   * Bytes that a stalled reader keeps from being freed, in addition to the event that it is
   * reading.
   */
  static final int BATCH_BYTES = 32 * 1024;

  private enum State {
    RUNS,
    /** The turn has ended only to wait for decisions, or has not begun. */
    RESTS,
    ENDED,
    ERASED
  }

  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final TurnEventLogs logs;
  final Scope scope;

  /** True also if it has been dropped since. Guarded by the lock of all logs. */
  boolean registered;

  private final TreeMap<Long, StreamEvent> held = new TreeMap<>();
  private long lastNumber;
  private long bytes;
  private State state = State.RESTS;
  private Instant restsSince;

  /** Number of the newest run of the turn: 1 for the first one, more after each decision. */
  private int run;

  /** For each gate, the number of the event after which its turn resumes. */
  private final Map<String, Long> gates = new HashMap<>();

  TurnEventLog(TurnEventLogs logs, Scope scope) {
    this.logs = logs;
    this.scope = scope;
    this.restsSince = logs.clock.instant();
  }

  /**
   * Appends an event. An event after the end is ignored.
   *
   * @param event creates the event from its number
   * @return growth of this log, in bytes; negative if more was dropped than added
   */
  long append(LongFunction<StreamEvent> event) {
    return change(() -> add(event));
  }

  /** Changes the log of a turn that runs; returns its growth. */
  private long change(Runnable change) {
    long grown =
        lock.get(
            () -> {
              long before = bytes;
              if (state == State.RUNS) {
                change.run();
                changed.signalAll();
              }
              return bytes - before;
            });
    logs.grew(this, grown);
    return grown;
  }

  private void add(LongFunction<StreamEvent> event) {
    StreamEvent next = event.apply(++lastNumber);
    held.put(lastNumber, next);
    bytes += next.size();
    trim(bytes - logs.options.turnBufferBytes());
  }

  /** Records that the gate's turn resumes after the newest event. */
  void waitsFor(String gate) {
    lock.run(() -> gates.put(gate, lastNumber));
  }

  /** Returns the number of the event after which the gate's turn resumes; 0 if unknown. */
  long after(String gate) {
    return lock.get(() -> gates.getOrDefault(gate, 0L));
  }

  /** Begins a run of the turn and returns its number. A log that was erased stays so. */
  int begin() {
    return lock.get(
        () -> {
          state = state == State.ERASED ? state : State.RUNS;
          return ++run;
        });
  }

  /**
   * Lets readers wait for events after that one if there are none yet.
   *
   * @return the number of the newest run; -1 if the turn has already resumed
   */
  int expect(long after) {
    return lock.get(
        () -> {
          if (state == State.RUNS || state == State.ERASED || lastNumber != after) {
            return -1;
          }
          state = State.RUNS;
          return run;
        });
  }

  /**
   * Ends the run of the turn with these events, in one step: a reader of the last one may settle a
   * gate at once, and the run after it must not be ended as well.
   *
   * @param run the run that ends, see {@link #begin}; does nothing if another one has begun
   * @param gates the gates that the turn waits for
   * @return growth of this log, in bytes
   */
  long end(int run, TurnOutcome outcome, Set<String> gates, List<LongFunction<StreamEvent>> last) {
    return change(
        () -> {
          if (this.run == run) {
            last.forEach(this::add);
            restsSince = logs.clock.instant();
            state = outcome == TurnOutcome.WAITING ? State.RESTS : State.ENDED;
            gates.forEach(this::waitsFor);
          }
        });
  }

  boolean endedBefore(Instant time) {
    return lock.get(() -> state != State.RUNS && restsSince.isBefore(time));
  }

  /** Drops all events and accepts no more. Readers receive {@link Reading.Erased}. */
  void erase() {
    lock.run(
        () -> {
          held.clear();
          bytes = 0;
          state = State.ERASED;
          changed.signalAll();
        });
  }

  @Override
  public void check(String turnId, long after, @Nullable String lastEventId) {
    lock.run(
        () -> {
          if (after > lastNumber) {
            throw EventId.unreadable(String.valueOf(lastEventId));
          }
          if (after < firstHeld() - 1) {
            throw AdkException.of(WebErrorCode.E_STREAM_EVENTS_GONE)
                .message(
                    "The turn's events are held from number %d on, but number %d was requested."
                        .formatted(firstHeld(), after + 1))
                .args(turnId, after, firstHeld())
                .build();
          }
        });
  }

  @Override
  public boolean isEnd(long number) {
    return lock.get(() -> state != State.RUNS && number > 0 && number == lastNumber);
  }

  /** Returns true if the turn waits for decisions and has no event after that number. */
  boolean rests(long after) {
    return lock.get(() -> state == State.RESTS && after >= lastNumber);
  }

  long bytes() {
    return lock.get(() -> bytes);
  }

  /**
   * Drops the oldest events until that many bytes are free or one event is left. Returns the number
   * of freed bytes.
   */
  long trim(long toFree) {
    return lock.get(
        () -> {
          long before = bytes;
          while (before - bytes < toFree && held.size() > 1) {
            bytes -= held.pollFirstEntry().getValue().size();
          }
          return before - bytes;
        });
  }

  @Override
  public Reading read(long after, Duration wait) throws InterruptedException {
    return read(after, wait, false);
  }

  /**
   * Reads the next events.
   *
   * @param onward true to wait for the events after a decision while the turn waits for it
   */
  Reading read(long after, Duration wait, boolean onward) throws InterruptedException {
    long left = wait.toNanos();
    lock.lockInterruptibly();
    try {
      while (after >= lastNumber && !isOver(onward) && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (state == State.ERASED) {
        return new Reading.Erased();
      }
      if (after < firstHeld() - 1) {
        return new Reading.Gone(firstHeld());
      }
      List<StreamEvent> next = new ArrayList<>();
      long size = 0;
      for (StreamEvent event : held.tailMap(after, false).values()) {
        size += event.size();
        if (!next.isEmpty() && size > BATCH_BYTES) {
          return new Reading.Events(next, false);
        }
        next.add(event);
      }
      return new Reading.Events(next, isOver(onward));
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(boolean onward) {
    return state != State.RUNS && !(onward && state == State.RESTS);
  }

  /** Returns the number of the oldest event that is held, or of the next one. */
  private long firstHeld() {
    return lastNumber - held.size() + 1;
  }
}
