package dev.adk4j.web.stream;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final long maxBytes;
  private final InstantSource clock;
  private final List<StreamEvent> held = new ArrayList<>();
  private int head;
  private long lastNumber;
  private long bytes;
  private boolean ended;
  private @Nullable Instant endedAt;
  private boolean erased;

  /** True if the turn ended only to wait for decisions. */
  private boolean rests;

  /** Number of the newest run of the turn: 0 for the first one, more after each decision. */
  private int run;

  /** For each gate, the number of the event after which its turn resumes. */
  private final Map<String, Long> gates = new HashMap<>();

  private final List<String> waiting = new ArrayList<>();

  TurnEventLog(long maxBytes, InstantSource clock) {
    this.maxBytes = maxBytes;
    this.clock = clock;
  }

  /**
   * Appends an event. An event after the end is ignored.
   *
   * @param event creates the event from its number
   * @return growth of this log, in bytes; negative if more was dropped than added
   */
  long append(LongFunction<StreamEvent> event) {
    return lock.get(
        () -> {
          long before = bytes;
          if (!ended) {
            add(event);
            changed.signalAll();
          }
          return bytes - before;
        });
  }

  private void add(LongFunction<StreamEvent> event) {
    StreamEvent next = event.apply(++lastNumber);
    held.add(next);
    bytes += next.size();
    while (bytes > maxBytes && size() > 1) {
      dropOldest();
    }
  }

  /**
   * Records that the newest event opens the gate.
   *
   * @param blocking false if the turn ends, and resumes after its end
   */
  void opened(String ref, boolean blocking) {
    lock.run(
        () -> {
          gates.put(ref, lastNumber);
          if (!blocking) {
            waiting.add(ref);
          }
        });
  }

  /** Returns the number of the event after which the gate's turn resumes; 0 if unknown. */
  long after(String gate) {
    return lock.get(() -> gates.getOrDefault(gate, 0L));
  }

  /** Begins a run of the turn and returns its number; -1 if the log was erased. */
  int begin() {
    return lock.get(
        () -> {
          if (erased) {
            return -1;
          }
          ended = false;
          endedAt = null;
          rests = false;
          waiting.clear();
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
          if (!ended || erased || lastNumber != after) {
            return -1;
          }
          ended = false;
          rests = false;
          return run;
        });
  }

  /**
   * Ends the run of the turn with these events, in one step: a reader of the last one may settle a
   * gate at once, and the run after it must not be ended as well.
   *
   * @param run the run that ends, see {@link #begin}; does nothing if another one has begun
   * @param rests true if the turn waits for decisions
   * @return growth of this log, in bytes
   */
  long end(int run, boolean rests, List<LongFunction<StreamEvent>> last) {
    return lock.get(
        () -> {
          long before = bytes;
          if (this.run == run && !ended) {
            last.forEach(this::add);
            ended = true;
            endedAt = clock.instant();
            this.rests = rests;
            waiting.forEach(gate -> gates.put(gate, lastNumber));
            waiting.clear();
            changed.signalAll();
          }
          return bytes - before;
        });
  }

  boolean endedBefore(Instant time) {
    return lock.get(() -> endedAt != null && endedAt.isBefore(time));
  }

  /** Drops all events and accepts no more. Readers receive {@link Reading.Erased}. */
  void erase() {
    lock.run(
        () -> {
          held.clear();
          head = 0;
          bytes = 0;
          ended = true;
          erased = true;
          rests = false;
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
    return lock.get(() -> ended && number > 0 && number == lastNumber);
  }

  /** Returns true if the turn waits for decisions and has no event after that number. */
  boolean rests(long after) {
    return lock.get(() -> ended && rests && after >= lastNumber);
  }

  /** Returns the references of the gates that the turn will wait for when this run ends. */
  Set<String> waitsFor() {
    return lock.get(() -> new LinkedHashSet<>(waiting));
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
          while (before - bytes < toFree && size() > 1) {
            dropOldest();
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
      if (erased) {
        return new Reading.Erased();
      }
      long firstHeld = firstHeld();
      if (after < firstHeld - 1) {
        return new Reading.Gone(firstHeld);
      }
      int from = head + (int) (Math.min(after, lastNumber) - firstHeld + 1);
      int to = from;
      long size = 0;
      while (to < held.size() && (to == from || size + held.get(to).size() <= BATCH_BYTES)) {
        size += held.get(to++).size();
      }
      boolean end = isOver(onward) && to == held.size();
      return new Reading.Events(List.copyOf(held.subList(from, to)), end);
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(boolean onward) {
    return ended && !(onward && rests);
  }

  /** Returns the number of the oldest event that is held, or of the next one. */
  private long firstHeld() {
    return lastNumber - size() + 1;
  }

  private int size() {
    return held.size() - head;
  }

  private void dropOldest() {
    bytes -= held.get(head).size();
    head++;
    if (head > held.size() / 2) {
      held.subList(0, head).clear();
      head = 0;
    }
  }

  /** Result of a read. */
  sealed interface Reading {

    /**
     * Next events; empty after the timeout.
     *
     * @param end true if no events follow
     */
    record Events(List<StreamEvent> events, boolean end) implements Reading {}

    /** The next event is no longer held. */
    record Gone(long oldest) implements Reading {}

    /** The turn's events were erased. */
    record Erased() implements Reading {}
  }
}
