package dev.adk4j.limit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Counts what subjects do in a period. Never lets more than {@link Rate#most()} through in one,
 * however many threads ask. Thread-safe. On Spring Boot a bean of the application replaces the
 * starter's own.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RateCounter {

  /**
   * Counts one more if there is room. An exception refuses the turn.
   *
   * @return empty when it was counted; else after which time to ask again
   */
  Optional<Duration> take(Rate rate);

  /**
   * Counts in this process alone, in periods that follow one another: around the end of one, twice
   * as much gets through within a period's length. Remembers 100,000 subjects of a period; all
   * others then share one count, so that nobody gets more by there being many.
   */
  static RateCounter inMemory(InstantSource clock) {
    return new InMemoryRateCounter(clock, 100_000);
  }

  /**
   * Limit for one subject in a period.
   *
   * @param subject empty for what is counted of a tenant's turns without subject
   * @param most 1 or more
   */
  record Rate(Limit limit, String tenant, String subject, int most, Duration period) {

    /**
     * Returns the end of the period that the time lies in, in milliseconds since 1970. Periods
     * follow one another from then on, so that all nodes see the same.
     */
    public long endOfPeriod(long time) {
      long length = period.toMillis();
      return time - Math.floorMod(time, length) + length;
    }
  }
}
