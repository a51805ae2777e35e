package dev.adk4j.web.stream;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Events of one turn, for one client. */
interface EventSource extends AutoCloseable {

  /** Interval at which a silent turn is checked: it may have been erased, or run elsewhere. */
  Duration LOOK = Duration.ofSeconds(2);

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
  @Override
  default void close() {}

  /**
   * Passes the events to the reader that there are, and those that occur within that time. Leaves
   * out events that are no longer held.
   *
   * @param reader returns false to end the reading
   */
  default void read(String turnId, long after, Duration atMost, Predicate<StreamEvent> reader)
      throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    long last = after;
    boolean more = true;
    while (more) {
      Duration left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
      switch (read(last, left.compareTo(LOOK) < 0 ? left : LOOK)) {
        case Reading.Erased erased -> throw unknown(turnId);
        case Reading.Gone gone -> last = gone.oldest() - 1;
        case Reading.Events next -> {
          more = !next.end() && (left.isPositive() || !next.events().isEmpty());
          for (StreamEvent event : next.events()) {
            last = event.number();
            if (!reader.test(event)) {
              return;
            }
          }
        }
      }
    }
  }

  static AdkException unknown(String turnId) {
    return AdkException.saying(
        WebErrorCode.E_STREAM_TURN_UNKNOWN,
        "This node does not hold the events of turn '%s'.",
        turnId);
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
