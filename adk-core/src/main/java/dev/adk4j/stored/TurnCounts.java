package dev.adk4j.stored;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happened to stored turns in this process, for meters. Thread-safe. */
public final class TurnCounts {

  /** A kind of event that is counted. */
  public enum Event {
    /** A run could write nothing more, since its turn was not its own any more. */
    FENCED,
    /** A turn ended as failed. */
    FAILED,
    /** A call that a dead process had started ended as of unknown outcome. */
    CALL_UNKNOWN,
    /** Such a call was started again. */
    CALL_REPEATED,
    /** The result of such a call was found out. */
    CALL_FOUND,
    /** Somebody is asked about such a call. */
    CALL_ASKED
  }

  private final Map<Event, LongAdder> counts = new EnumMap<>(Event.class);

  public TurnCounts() {
    for (Event event : Event.values()) {
      counts.put(event, new LongAdder());
    }
  }

  /** Counts one. */
  public void add(Event event) {
    counts.getOrDefault(event, new LongAdder()).increment();
  }

  /** Returns how many there were since the start. */
  public long of(Event event) {
    return counts.getOrDefault(event, new LongAdder()).sum();
  }
}
