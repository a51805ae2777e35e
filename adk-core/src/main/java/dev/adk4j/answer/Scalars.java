package dev.adk4j.answer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes values without parts. Names only the formats that all providers take in strict schemas,
 * and says everything else in words; ranges and lengths, which some refuse, are left to the reading
 * of the value.
 */
final class Scalars {

  private record Form(String type, String format, String description) {}

  private static final Map<Class<?>, Form> FORMS =
      Map.ofEntries(
          Map.entry(boolean.class, new Form("boolean", "", "")),
          Map.entry(Boolean.class, new Form("boolean", "", "")),
          integer(short.class, "From -32768 to 32767."),
          integer(Short.class, "From -32768 to 32767."),
          integer(int.class, ""),
          integer(Integer.class, ""),
          integer(long.class, ""),
          integer(Long.class, ""),
          integer(BigInteger.class, ""),
          integer(Year.class, ""),
          Map.entry(float.class, new Form("number", "", "")),
          Map.entry(Float.class, new Form("number", "", "")),
          Map.entry(double.class, new Form("number", "", "")),
          Map.entry(Double.class, new Form("number", "", "")),
          Map.entry(BigDecimal.class, new Form("number", "", "")),
          Map.entry(Number.class, new Form("number", "", "")),
          text(String.class, ""),
          text(CharSequence.class, ""),
          text(char.class, "One character."),
          text(Character.class, "One character."),
          formatted(Instant.class, "date-time"),
          formatted(OffsetDateTime.class, "date-time"),
          formatted(ZonedDateTime.class, "date-time"),
          formatted(LocalDate.class, "date"),
          formatted(OffsetTime.class, "time"),
          formatted(Duration.class, "duration"),
          text(Period.class, "A period of days, such as P1Y2M3D."),
          formatted(UUID.class, "uuid"),
          text(LocalDateTime.class, "A date and time without a zone, such as 2026-01-31T13:45:00."),
          text(LocalTime.class, "A time without a zone, such as 13:45:00."),
          text(YearMonth.class, "A year and month, such as 2026-01."),
          text(MonthDay.class, "A month and day, such as --01-31."),
          text(ZoneId.class, "A time zone, such as Europe/Oslo."),
          text(ZoneOffset.class, "An offset from UTC, such as +02:00."),
          text(URI.class, "A URI."),
          text(Locale.class, "A language tag, such as de-AT."),
          text(Currency.class, "A currency of ISO 4217, such as EUR."));

  private Scalars() {}

  /** Null where values of the class have parts, or cannot be asked for. */
  static @Nullable ObjectNode describe(Class<?> type) {
    Form form = FORMS.get(type);
    if (form == null) {
      return null;
    }
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", form.type());
    if (!form.format().isEmpty()) {
      schema.put("format", form.format());
    }
    if (!form.description().isEmpty()) {
      schema.put("description", form.description());
    }
    return schema;
  }

  private static Map.Entry<Class<?>, Form> integer(Class<?> type, String description) {
    return Map.entry(type, new Form("integer", "", description));
  }

  private static Map.Entry<Class<?>, Form> text(Class<?> type, String description) {
    return Map.entry(type, new Form("string", "", description));
  }

  private static Map.Entry<Class<?>, Form> formatted(Class<?> type, String format) {
    return Map.entry(type, new Form("string", format, ""));
  }
}
