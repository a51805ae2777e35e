package dev.adk4j.primitive;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the accepted forms of a point in time, and prints the one form in JSON. */
final class Instants {

  /**
   * The range of ECMAScript dates, about the years -271821 to 275760: JSON preserves every value
   * inside.
   */
  private static final long LARGEST_MILLIS = 8_640_000_000_000_000L;

  private static final int LONGEST_TEXT = 64;

  private static final DateTimeFormatter JSON =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Pattern ISO =
      Pattern.compile(
          "([+-]\\d{4,6}|\\d{4})-(\\d\\d)-(\\d\\d)"
              + "(?:T(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?(Z|[+-]\\d\\d(?::?\\d\\d)?)?)?");

  private Instants() {}

  static String format(Instant instant) {
    return JSON.format(instant);
  }

  /** Converts to whole milliseconds; null for a value that is not a point in time. */
  static @Nullable Instant parse(@Nullable Object value) {
    try {
      Instant instant = read(value);
      return instant != null && Math.abs(instant.toEpochMilli()) <= LARGEST_MILLIS
          ? instant.truncatedTo(ChronoUnit.MILLIS)
          : null;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable Instant read(@Nullable Object value) {
    return switch (value) {
      case Instant instant -> instant;
      case OffsetDateTime time -> time.toInstant();
      case ZonedDateTime time -> time.toInstant();
      case LocalDateTime time -> time.toInstant(ZoneOffset.UTC);
      case LocalDate date -> date.atStartOfDay(ZoneOffset.UTC).toInstant();
      case Date date -> Instant.ofEpochMilli(date.getTime());
      case Number number -> ofMillis(number);
      case CharSequence text -> ofText(text.toString());
      case null, default -> null;
    };
  }

  private static @Nullable Instant ofMillis(Number number) {
    // Exact: a double holds each whole number of that range.
    double millis = Math.floor(number.doubleValue());
    return Math.abs(millis) <= LARGEST_MILLIS ? Instant.ofEpochMilli((long) millis) : null;
  }

  private static @Nullable Instant ofText(String text) {
    Matcher iso = text.length() > LONGEST_TEXT ? null : ISO.matcher(text);
    if (iso == null || !iso.matches()) {
      return null;
    }
    LocalDate date = LocalDate.of(number(iso.group(1)), number(iso.group(2)), number(iso.group(3)));
    if (iso.group(4) == null) {
      return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    int seconds = iso.group(6) == null ? 0 : number(iso.group(6));
    LocalDateTime time =
        date.atTime(number(iso.group(4)), number(iso.group(5)), seconds, nanos(iso.group(7)));
    String offset = iso.group(8);
    return time.toInstant(offset == null ? ZoneOffset.UTC : ZoneOffset.of(offset));
  }

  /** Digits after the ninth exceed any clock's precision. */
  private static int nanos(@Nullable String fraction) {
    return fraction == null ? 0 : number((fraction + "000000000").substring(0, 9));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
