package dev.adk4j.limit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Counts the actions of subjects in a period. Never permits more than {@link Rate#most()} in one
 * period, regardless of concurrency. Thread-safe. On Spring Boot an application's bean replaces the
 * default.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RateCounter {

  /**
   * Counts one more action if the limit permits it. An exception rejects the turn.
   *
   * @return empty if it was counted; otherwise the time to wait before a retry
   */
  Optional<Duration> take(Rate rate);

  /**
   * Returns a counter for this process alone, with consecutive periods: around the end of a period,
   * up to twice the limit may pass within a period's length. Tracks 100,000 subjects per period;
   * all further ones share one count, so that many subjects do not gain a higher limit.
   */
  static RateCounter inMemory(InstantSource clock) {
    return new InMemoryRateCounter(clock, 100_000);
  }

  /**
   * Limit for one subject in a period.
   *
   * @param subject empty for the tenant's turns without a subject
   * @param most 1 or more
   */
  record Rate(Limit limit, String tenant, String subject, int most, Duration period) {

    /**
     * Returns the end of the period that contains the time, in milliseconds since 1970. Periods are
     * consecutive from 1970, so that all nodes use the same.
     */
    public long endOfPeriod(long time) {
      long length = period.toMillis();
      return time - Math.floorMod(time, length) + length;
    }
  }
}
