package dev.adk4j.stored;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Evaluates cron expressions in the syntax of the implementation. Thread-safe. */
@FunctionalInterface
public interface CronTimes {

  /**
   * Returns the next time of an expression in a time zone, strictly after an instant; null if no
   * further time exists.
   *
   * @throws IllegalArgumentException if the expression cannot be parsed
   */
  @Nullable Instant next(String cron, ZoneId zone, Instant after);
}
