package dev.adk4j.prompt;

import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Formats times, numbers and sizes for a prompt. */
final class Texts {

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  private Texts() {}

  /** Formats a time as ISO-8601 in UTC with milliseconds. */
  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** Formats a number as the shortest decimal that reads back as the same number. */
  static String number(double number) {
    return JsonValue.of((Object) number).canonicalText();
  }

  /** Formats a size such as {@code 1.5 KB}; units are powers of 1024. */
  static String size(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double size = bytes;
    String[] units = {"KB", "MB", "GB"};
    int unit = -1;
    while (size >= 1024 && unit < units.length - 1) {
      size /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", size, units[unit]);
  }
}
