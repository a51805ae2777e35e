package dev.adk4j.springai.failure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Retry-After header with seconds or a date. Ignores dates in the past and invalid values.
 */
final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(1);

  private RetryAfter() {}

  static Duration of(@Nullable String header, InstantSource clock) {
    if (header == null || header.isBlank()) {
      return Duration.ZERO;
    }
    Duration wait = seconds(header.strip(), clock);
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  private static Duration seconds(String text, InstantSource clock) {
    try {
      return Duration.ofMillis((long) (Double.parseDouble(text) * 1000));
    } catch (NumberFormatException e) {
      return until(text, clock);
    }
  }

  private static Duration until(String text, InstantSource clock) {
    try {
      Instant when = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Duration.between(clock.instant(), when);
    } catch (DateTimeException e) {
      return Duration.ZERO;
    }
  }
}
