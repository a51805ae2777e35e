package dev.adk4j.jdbc;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Parses times in the snapshot format, {@code 2026-01-02T03:04:05.678Z}. Uses a formatter only for
 * years with a sign: the formatter took a tenth of the client's time for a turn's writes.
 */
final class SnapshotInstant {

  private static final String SHAPE = "0000-00-00T00:00:00.000Z";
  private static final long DAY = 86_400_000;

  private SnapshotInstant() {}

  /** Returns the time in milliseconds since 1970. */
  static long millis(String text) {
    if (!hasShape(text)) {
      return Instant.parse(text).toEpochMilli();
    }
    LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 2), number(text, 8, 2));
    long seconds = number(text, 11, 2) * 3_600L + number(text, 14, 2) * 60L + number(text, 17, 2);
    return date.toEpochDay() * DAY + seconds * 1_000 + number(text, 20, 3);
  }

  private static boolean hasShape(String text) {
    if (text.length() != SHAPE.length()) {
      return false;
    }
    for (int i = 0; i < SHAPE.length(); i++) {
      char wanted = SHAPE.charAt(i);
      char found = text.charAt(i);
      if (wanted == '0' ? found < '0' || found > '9' : found != wanted) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int digits) {
    int number = 0;
    for (int i = from; i < from + digits; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }
}
