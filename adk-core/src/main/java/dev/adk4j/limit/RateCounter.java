package dev.adk4j.limit;

import java.time.Duration;
import java.util.Optional;

/**
 * Counts what subjects do in a period. Never lets more than {@link Rate#most()} through in one,
 * however many threads ask. Thread-safe. On Spring Boot a bean of the application replaces the
 * starter's own.
 */
@FunctionalInterface
public interface RateCounter {

  /**
   * Counts one more, where there is room. What this throws refuses the turn.
   *
   * @return empty where it was counted; else after which time to ask again
   */
  Optional<Duration> take(Rate rate);
}
