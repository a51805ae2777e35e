package dev.adk4j.internal;

import java.net.URI;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQuery;
import java.util.Base64;
import java.util.Currency;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists the Java types that are one text in JSON, with the description for a model and the only
 * accepted form. Rejects a text that would be read as another value.
 */
final class TextForms {

  /**
   * @param format the JSON Schema format, if all providers accept it; otherwise empty
   * @param words the description of the form, with an example
   * @param dates parser of dates and times; null for other types
   */
  record Form(
      String format, String words, Function<String, ?> reading, @Nullable TemporalQuery<?> dates) {}

  private static final DateTimeFormatter MOMENT =
      strict(withOffset(DateTimeFormatter.ISO_LOCAL_DATE_TIME));

  private static final DateTimeFormatter ZONED =
      strict(
          withOffset(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
              .optionalStart()
              .appendLiteral('[')
              .parseCaseSensitive()
              .appendZoneRegionId()
              .appendLiteral(']'));

  private static final DateTimeFormatter TIME =
      strict(withOffset(DateTimeFormatter.ISO_LOCAL_TIME));

  /** Class, format and words of each type. */
  private static final String TABLE =
      """
      Instant|date-time|a date and time with an offset, such as 2026-01-31T13:45:00Z
      OffsetDateTime|date-time|a date and time with an offset, such as 2026-01-31T13:45:00+01:00
      ZonedDateTime|date-time|a date and time with an offset, such as 2026-01-31T13:45:00+01:00
      LocalDate|date|a date without a time, such as 2026-01-31
      LocalDateTime||a date and time without a zone, such as 2026-01-31T13:45:00
      LocalTime||a time without a zone, such as 13:45:00
      OffsetTime|time|a time with an offset, such as 13:45:00+01:00
      YearMonth||a year and month, such as 2026-01
      MonthDay||a month and day, such as --01-31
      Duration|duration|a duration of days, hours, minutes and seconds, such as PT1H30M
      Period||a period of days, such as P1Y2M3D
      ZoneId||a time zone, such as Europe/Oslo
      ZoneOffset||an offset from UTC, such as +02:00
      UUID|uuid|a UUID, such as 1b4e28ba-2fa1-11d2-883f-0016d3cca427
      URI||a URI, such as https://example.org/a
      Locale||a language tag, such as de-AT
      Currency||a currency of ISO 4217, such as EUR
      """;

  static final Map<Class<?>, Form> ALL = new HashMap<>();

  static {
    date(Instant.class, MOMENT, Instant::from);
    date(OffsetDateTime.class, MOMENT, OffsetDateTime::from);
    date(ZonedDateTime.class, ZONED, ZonedDateTime::from);
    date(LocalDate.class, DateTimeFormatter.ISO_LOCAL_DATE, LocalDate::from);
    date(LocalDateTime.class, DateTimeFormatter.ISO_LOCAL_DATE_TIME, LocalDateTime::from);
    date(LocalTime.class, DateTimeFormatter.ISO_LOCAL_TIME, LocalTime::from);
    date(OffsetTime.class, TIME, OffsetTime::from);
    date(YearMonth.class, DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT), YearMonth::from);
    date(MonthDay.class, DateTimeFormatter.ofPattern("--MM-dd", Locale.ROOT), MonthDay::from);
    text(Duration.class, Duration::parse, null);
    text(Period.class, Period::parse, null);
    text(ZoneId.class, ZoneId::of, null);
    text(ZoneOffset.class, ZoneOffset::of, null);
    text(UUID.class, TextForms::uuid, null);
    text(URI.class, TextForms::uri, null);
    text(Locale.class, TextForms::locale, null);
    text(Currency.class, Currency::getInstance, null);
  }

  private TextForms() {}

  static Object date(String text, DateTimeFormatter formatter, TemporalQuery<?> query) {
    Object value = formatter.parse(text, query);
    TemporalAccessor written = formatter.parseUnresolved(text, new ParsePosition(0));
    TemporalAccessor read =
        value instanceof Instant
            ? formatter.parse(text, ZonedDateTime::from)
            : (TemporalAccessor) value;
    for (ChronoField field : ChronoField.values()) {
      // 24:00, second 60, 31 February by a pattern, a local time that its zone leaves out
      if (written.isSupported(field)
          && read.isSupported(field)
          && read.getLong(field) != written.getLong(field)) {
        throw new DateTimeException("is read as " + read);
      }
    }
    return value;
  }

  /** Accepts offsets with and without colons. */
  private static DateTimeFormatterBuilder withOffset(DateTimeFormatter local) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .append(local)
        .parseLenient()
        .appendOffset("+HH", "Z")
        .parseStrict();
  }

  private static DateTimeFormatter strict(DateTimeFormatterBuilder builder) {
    return builder.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
  }

  private static UUID uuid(String text) {
    UUID id = UUID.fromString(text);
    return expect(id.toString().equalsIgnoreCase(text), id);
  }

  private static URI uri(String text) {
    return expect(!text.isEmpty(), URI.create(text));
  }

  /**
   * Also accepts Java's underscores. No language has a code of more than three letters. A second
   * language, such as {@code USA} in {@code en-USA}, would replace the first.
   */
  private static Locale locale(String text) {
    String tag = text.replace('_', '-');
    Locale locale = new Locale.Builder().setLanguageTag(tag).build();
    String language = Locale.forLanguageTag(tag.split("-", 2)[0]).getLanguage();
    return expect(
        !text.isEmpty() && language.length() <= 3 && locale.getLanguage().equals(language), locale);
  }

  /** Reads Base64 with or without line breaks, and rejects other encodings of the same bytes. */
  static byte[] bytes(String text) {
    String plain = text.replace("\r\n", "").replace("\n", "");
    byte[] bytes = Base64.getDecoder().decode(plain);
    return expect(Base64.getEncoder().encodeToString(bytes).equals(plain), bytes);
  }

  private static <T> T expect(boolean fits, T value) {
    if (!fits) {
      throw new IllegalArgumentException("is read as " + value);
    }
    return value;
  }

  private static void text(
      Class<?> type, Function<String, ?> reading, @Nullable TemporalQuery<?> dates) {
    String row =
        TABLE
            .lines()
            .filter(line -> line.startsWith(type.getSimpleName() + "|"))
            .findFirst()
            .orElseThrow();
    String[] cells = row.split("\\|");
    ALL.put(type, new Form(cells[1], cells[2], reading, dates));
  }

  private static void date(Class<?> type, DateTimeFormatter formatter, TemporalQuery<?> query) {
    text(type, text -> date(text, formatter, query), query);
  }
}
