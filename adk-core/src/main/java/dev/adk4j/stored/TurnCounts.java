package dev.adk4j.stored;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts events of stored turns in this process, for meters. Thread-safe. */
public final class TurnCounts {

  /** A kind of event that is counted. */
  public enum Event {
    /** A run could not write any more, because it had lost its turn. */
    FENCED,
    /** A turn ended as failed. */
    FAILED,
    /** A call that a dead process had started ended with unknown outcome. */
    CALL_UNKNOWN,
    /** Such a call was started again. */
    CALL_REPEATED,
    /** The result of such a call was found. */
    CALL_FOUND,
    /** A person is asked about such a call. */
    CALL_ASKED
  }

  private final Map<Event, LongAdder> counts = new EnumMap<>(Event.class);

  public TurnCounts() {
    for (Event event : Event.values()) {
      counts.put(event, new LongAdder());
    }
  }

  /** Counts one event. */
  public void add(Event event) {
    counts.getOrDefault(event, new LongAdder()).increment();
  }

  /** Returns the number of these events since the start. */
  public long of(Event event) {
    return counts.getOrDefault(event, new LongAdder()).sum();
  }
}
