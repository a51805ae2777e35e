package dev.adk4j.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTests {

  @ParameterizedTest
  @CsvSource({
    "2024-01-01, 2024-01-01T00:00:00.000Z",
    "2024-01-01T10:20, 2024-01-01T10:20:00.000Z",
    "2024-01-01T10:20:30, 2024-01-01T10:20:30.000Z",
    "2024-01-01T10:20:30.5Z, 2024-01-01T10:20:30.500Z",
    "2024-01-01T10:20:30.1239999999999999Z, 2024-01-01T10:20:30.123Z",
    "2024-01-01T10:20:30+02:00, 2024-01-01T08:20:30.000Z",
    "2024-01-01T10:20+0530, 2024-01-01T04:50:00.000Z",
    "2024-01-01T10:20-03, 2024-01-01T13:20:00.000Z",
    "2024-02-29T23:59:59.999Z, 2024-02-29T23:59:59.999Z",
    "0001-01-01T00:00Z, 0001-01-01T00:00:00.000Z",
    "-0001-01-01T00:00Z, -0001-01-01T00:00:00.000Z",
    "+275760-09-13T00:00:00.000Z, +275760-09-13T00:00:00.000Z",
    "-271821-04-20T00:00:00.000Z, -271821-04-20T00:00:00.000Z"
  })
  void readsIsoTextAndPrintsOneForm(String text, String printed) {
    Instant instant = Instants.parse(text);
    assertThat(instant).isNotNull();
    assertThat(Instants.format(instant)).isEqualTo(printed);
    assertThat(Instants.parse(printed)).isEqualTo(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "today",
        "not a date",
        "2024-01-01 10:00",
        "2023-02-29",
        "2024-13-01",
        "2024-01-01T24:01",
        "2024-01-01T10:00:60",
        "2024-01-01Z",
        "2024-01-01T10:20+19:00",
        "+275760-09-13T00:00:00.001Z",
        "+999999-01-01",
        "1704067200000",
        "2024-01-01T10:20:30.",
        " 2024-01-01",
        "２０２４-01-01"
      })
  void refusesOtherText(String text) {
    assertThat(Instants.parse(text)).isNull();
  }

  @Test
  void readsEveryDateType() {
    Instant expected = Instant.parse("2024-01-01T00:00:00Z");
    assertThat(
            List.of(
                expected.plusNanos(999_999),
                OffsetDateTime.parse("2024-01-01T02:00+02:00"),
                ZonedDateTime.parse("2023-12-31T19:00-05:00[America/New_York]"),
                LocalDate.parse("2024-01-01"),
                LocalDateTime.parse("2024-01-01T00:00"),
                Date.from(expected),
                1_704_067_200_000L,
                1_704_067_200_000.9,
                new BigDecimal("1704067200000.5"),
                BigInteger.valueOf(1_704_067_200_000L),
                new StringBuilder("2024-01-01")))
        .allSatisfy(value -> assertThat(Instants.parse(value)).isEqualTo(expected));
  }

  static List<Object> noDates() {
    return Arrays.asList(
        null,
        true,
        8_640_000_000_000_001L,
        Long.MIN_VALUE,
        Double.NaN,
        Double.NEGATIVE_INFINITY,
        new BigDecimal("1e999999999"),
        Instant.MAX,
        Instant.MIN,
        OffsetDateTime.MAX,
        LocalDateTime.MIN,
        LocalDate.MAX,
        List.of(),
        new Object());
  }

  @ParameterizedTest
  @MethodSource("noDates")
  void refusesUnwritableValues(Object value) {
    assertThat(Instants.parse(value)).isNull();
  }

  @Test
  void cutsOffBelowMillisecondsAlsoBefore1970() {
    assertThat(Instants.parse(Instant.parse("1969-12-31T23:59:59.9999Z")))
        .isEqualTo("1969-12-31T23:59:59.999Z");
    assertThat(Instants.parse(-0.5)).isEqualTo("1969-12-31T23:59:59.999Z");
  }
}
