package dev.adk4j.web.stream;

import dev.adk4j.web.stream.TurnEventLog.Reading;
import java.time.Duration;

/** Events of one turn, for one client. */
interface EventSource {

  /** Waits for an event after that number, for the end, or for the timeout. */
  Reading read(long after, Duration wait) throws InterruptedException;

  /** Called when the client stops reading. */
  default void close() {}

  static EventSource of(StreamUpdates updates) {
    return (after, wait) -> {
      StreamUpdates.Batch next = updates.read(after);
      return new Reading.Events(next.events(), next.end());
    };
  }
}
