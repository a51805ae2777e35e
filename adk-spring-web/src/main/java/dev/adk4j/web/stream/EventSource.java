package dev.adk4j.web.stream;

import dev.adk4j.web.stream.TurnEventLog.Reading;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Events of one turn, for one client. */
interface EventSource {

  /** Waits for an event after that number, for the end, or for the timeout. */
  Reading read(long after, Duration wait) throws InterruptedException;

  /**
   * Checks that the events after that number can be read.
   *
   * @param lastEventId the number as the client sent it, for errors
   * @throws dev.adk4j.error.AdkException {@code E_INPUT_UNREADABLE} for a number that no event has
   *     yet; {@code E_STREAM_EVENTS_GONE} if the next event is no longer held
   */
  default void check(String turnId, long after, @Nullable String lastEventId) {}

  /** Returns true if the turn has ended with the event of that number. */
  default boolean isEnd(long number) {
    return false;
  }

  /** Called when the client stops reading. */
  default void close() {}

  static EventSource of(StreamUpdates updates) {
    return (after, wait) -> {
      StreamUpdates.Batch next = updates.read(after);
      return new Reading.Events(next.events(), next.end());
    };
  }
}
