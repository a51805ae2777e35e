package dev.adk4j.stored;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Reads cron expressions, in the syntax of whatever stands behind it. Thread-safe. */
@FunctionalInterface
public interface CronTimes {

  /**
   * Returns the next time of an expression in a time zone, strictly after an instant; null for none
   * any more.
   *
   * @throws IllegalArgumentException for an expression that cannot be read
   */
  @Nullable Instant next(String cron, ZoneId zone, Instant after);
}
