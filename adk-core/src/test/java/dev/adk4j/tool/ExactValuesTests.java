package dev.adk4j.tool;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.adk4j.answer.AnswerType;
import dev.adk4j.answer.StrictRules;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Type;
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
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Values arrive as they are written, or are refused: the same in tools, answers and JSON. */
class ExactValuesTests {

  private static final String REFUSED = "-";

  enum Level {
    LOW
  }

  record Item(String name, int count) {}

  record Dated(
      @JsonFormat(pattern = "dd.MM.yyyy") LocalDate day,
      @JsonFormat(pattern = "dd.MM.yyyy") List<LocalDate> days,
      @JsonFormat(pattern = "yyyy-MM-dd HH:mm", timezone = "Europe/Berlin") Instant at) {}

  record Nested(OffsetDateTime at, Optional<OffsetDateTime> maybe, List<OffsetDateTime> all) {}

  static class Bean {

    private LocalDate at = LocalDate.EPOCH;
    private int size;

    public LocalDate getAt() {
      return at;
    }

    public void setAt(LocalDate at) {
      this.at = at;
    }

    public int getSize() {
      return size;
    }

    public void setSize(int size) {
      this.size = size;
    }

    @Override
    public String toString() {
      return "at=" + at + " size=" + size;
    }
  }

  record Page<T>(List<T> content, int next) {}

  /** Types that are no classes. */
  static class Primitives {

    @AgentTool("d")
    String letter(char value) {
      return "" + value;
    }

    @AgentTool("d")
    String anInt(int value) {
      return "" + value;
    }

    @AgentTool("d")
    String aByte(byte value) {
      return "" + value;
    }

    @AgentTool("d")
    String aDouble(double value) {
      return "" + value;
    }

    @AgentTool("d")
    String aFloat(float value) {
      return "" + value;
    }

    @AgentTool("d")
    String flag(boolean value) {
      return "" + value;
    }
  }

  private static final Map<String, Takes<?>> TYPES =
      Map.ofEntries(
          entry("offsetDateTime", new Takes<OffsetDateTime>() {}),
          entry("zonedDateTime", new Takes<ZonedDateTime>() {}),
          entry("instant", new Takes<Instant>() {}),
          entry("localDate", new Takes<LocalDate>() {}),
          entry("localDateTime", new Takes<LocalDateTime>() {}),
          entry("localTime", new Takes<LocalTime>() {}),
          entry("offsetTime", new Takes<OffsetTime>() {}),
          entry("duration", new Takes<Duration>() {}),
          entry("period", new Takes<Period>() {}),
          entry("year", new Takes<Year>() {}),
          entry("yearMonth", new Takes<YearMonth>() {}),
          entry("monthDay", new Takes<MonthDay>() {}),
          entry("zoneId", new Takes<ZoneId>() {}),
          entry("zoneOffset", new Takes<ZoneOffset>() {}),
          entry("uuid", new Takes<UUID>() {}),
          entry("uri", new Takes<URI>() {}),
          entry("locale", new Takes<Locale>() {}),
          entry("currency", new Takes<Currency>() {}),
          entry("bytes", new Takes<byte[]>() {}),
          entry("aLong", new Takes<Long>() {}),
          entry("decimal", new Takes<BigDecimal>() {}),
          entry("big", new Takes<BigInteger>() {}),
          entry("level", new Takes<Level>() {}),
          entry("text", new Takes<String>() {}),
          entry("list", new Takes<List<Integer>>() {}),
          entry("optional", new Takes<Optional<LocalDate>>() {}),
          entry("optionalInt", new Takes<OptionalInt>() {}),
          entry("item", new Takes<Item>() {}),
          entry("chars", new Takes<char[]>() {}),
          entry("aShort", new Takes<Short>() {}),
          entry("set", new Takes<Set<String>>() {}),
          entry("levels", new Takes<Set<Level>>() {}),
          entry("ints", new Takes<int[]>() {}),
          entry("longs", new Takes<long[]>() {}),
          entry("doubles", new Takes<double[]>() {}),
          entry("flags", new Takes<boolean[]>() {}),
          entry("strings", new Takes<String[]>() {}),
          entry("matrix", new Takes<List<List<Integer>>>() {}),
          entry("byName", new Takes<Map<String, List<Integer>>>() {}),
          entry("optionalLong", new Takes<OptionalLong>() {}),
          entry("optionalDouble", new Takes<OptionalDouble>() {}),
          entry("optionalLevel", new Takes<Optional<Level>>() {}),
          entry("optionalFlag", new Takes<Optional<Boolean>>() {}),
          entry("optionalText", new Takes<Optional<String>>() {}),
          entry("optionalList", new Takes<Optional<List<Integer>>>() {}),
          entry("optionals", new Takes<List<Optional<Integer>>>() {}),
          entry("bean", new Takes<Bean>() {}),
          entry("page", new Takes<Page<Item>>() {}),
          entry("byLevel", new Takes<Map<Level, Integer>>() {}),
          entry("byFlag", new Takes<Map<Boolean, Integer>>() {}),
          entry("byLetter", new Takes<Map<Character, Integer>>() {}),
          entry("byDate", new Takes<Map<LocalDate, Integer>>() {}),
          entry("byLocale", new Takes<Map<Locale, Integer>>() {}),
          entry("byLong", new Takes<Map<Long, Integer>>() {}),
          entry("byText", new Takes<Map<String, Integer>>() {}),
          entry("nested", new Takes<Nested>() {}),
          entry("dated", new Takes<Dated>() {}),
          entry("byUuid", new Takes<Map<UUID, Integer>>() {}),
          entry("byInt", new Takes<Map<Integer, Integer>>() {}),
          entry("byDouble", new Takes<Map<Double, Integer>>() {}),
          entry("byMoment", new Takes<Map<OffsetDateTime, Integer>>() {}));

  private static final Map<String, Tool> TOOLS = new HashMap<>();

  static {
    Tools.of(new Primitives()).forEach(tool -> TOOLS.put(tool.name(), tool));
    TYPES.forEach((name, takes) -> TOOLS.put(name, Tools.of(takes).getFirst()));
  }

  private static final String TABLE =
      """
      offsetDateTime | '2026-03-29T23:30:00+02:00' | 2026-03-29T23:30+02:00
      offsetDateTime | '2026-03-29T23:30:00+0200' | 2026-03-29T23:30+02:00
      offsetDateTime | '2026-03-29T23:30:00Z' | 2026-03-29T23:30Z
      offsetDateTime | '2026-03-29T23:30:00.123456789-03:30' | 2026-03-29T23:30:00.123456789-03:30
      offsetDateTime | '2026-03-29T23:30:00' | -
      offsetDateTime | '2026-03-29' | -
      offsetDateTime | '2026-03-29T23:30:00+02:00[Europe/Berlin]' | -
      offsetDateTime | '1774819800' | -
      offsetDateTime | 1774819800 | -
      offsetDateTime | 1774819800.5 | -
      offsetDateTime | [2026,3,29,23,30] | -
      offsetDateTime | '' | -
      offsetDateTime | ' ' | -
      offsetDateTime | '2026-02-30T10:00:00Z' | -
      offsetDateTime | '2026-03-29T24:00:00Z' | -
      zonedDateTime | '2026-03-29T23:30:00+02:00' | 2026-03-29T23:30+02:00
      zonedDateTime | '2026-03-29T23:30:00+02:00[Europe/Berlin]' | 2026-03-29T23:30+02:00[Europe/Berlin]
      zonedDateTime | '2026-03-29T23:30:00+05:00[Europe/Berlin]' | -
      zonedDateTime | '2026-03-29T02:30:00+01:00[Europe/Berlin]' | -
      zonedDateTime | '1774819800' | -
      instant | '2026-03-29T23:30:00+02:00' | 2026-03-29T21:30:00Z
      instant | '2026-03-29T23:30:00' | -
      instant | '2026-03-29T24:00:00Z' | -
      instant | '2026-03-29T23:59:60Z' | -
      instant | '2026-02-29T10:00:00Z' | -
      instant | '2026' | -
      instant | 2026 | -
      localDate | '2026-03-29' | 2026-03-29
      localDate | '2026-03-29T23:30:00Z' | -
      localDate | '2026-03-29T00:00:00' | -
      localDate | ' 2026-03-29 ' | -
      localDate | '20260329' | -
      localDate | 20260329 | -
      localDate | '2026-02-29' | -
      localDate | '' | -
      localDateTime | '2026-03-29T23:30:00' | 2026-03-29T23:30
      localDateTime | '2026-03-29T23:30:00Z' | -
      localDateTime | '2026-03-29T23:30:00+02:00' | -
      localDateTime | '2026-03-29' | -
      localTime | '23:30:00' | 23:30
      localTime | '2026-03-29T23:30:00' | -
      localTime | '23:30:00Z' | -
      localTime | '24:00' | -
      offsetTime | '23:30:00+02:00' | 23:30+02:00
      offsetTime | '23:30:00' | -
      duration | 'PT1H30M' | PT1H30M
      duration | 'P1M' | -
      duration | 3600 | -
      duration | '3600' | -
      duration | '' | -
      period | 'P1Y2M3D' | P1Y2M3D
      period | 'PT1H' | -
      period | 5 | -
      year | 2026 | 2026
      year | 2026.0 | 2026
      year | 2026.5 | -
      year | 99999999999 | -
      year | '2026' | -
      yearMonth | '2026-03' | 2026-03
      yearMonth | '2026-03-29' | -
      yearMonth | '' | -
      monthDay | '--03-29' | --03-29
      monthDay | '--02-30' | -
      zoneId | 'Europe/Oslo' | Europe/Oslo
      zoneId | ' Europe/Oslo ' | -
      zoneId | '' | -
      zoneOffset | '+02:00' | +02:00
      zoneOffset | 2 | -
      uuid | 'ABCDEFAB-0000-0000-0000-000000000001' | abcdefab-0000-0000-0000-000000000001
      uuid | '1-1-1-1-1' | -
      uuid | 'AAAAAAAAAAAAAAAAAAAAAA==' | -
      uuid | '00000000000000000000000000000001' | -
      uuid | ' 00000000-0000-0000-0000-000000000001' | -
      uuid | '' | -
      uri | 'https://example.org/a?b=c' | https://example.org/a?b=c
      uri | 'a b' | -
      uri | ' https://example.org' | -
      uri | '' | -
      locale | 'de-AT' | de-AT
      locale | 'de_AT' | de-AT
      locale | 'English' | -
      locale | 'deutsch (Österreich)' | -
      locale | '' | -
      currency | 'EUR' | EUR
      currency | 'eur' | -
      currency | ' EUR ' | -
      currency | '' | -
      currency | 978 | -
      bytes | 'AQI=' | [1, 2]
      bytes | 'AQID\\nBAUG' | [1, 2, 3, 4, 5, 6]
      bytes | 'AQJ=' | -
      bytes | 'AQI' | -
      bytes | [1,2] | -
      letter | 'x' | x
      letter | 'xy' | -
      letter | 120 | -
      letter | '' | -
      anInt | 3.0 | 3
      anInt | 3.5 | -
      anInt | '3' | -
      anInt | true | -
      anInt | null | -
      anInt | [3] | -
      anInt | 2147483648 | -
      aLong | 9223372036854775807 | 9223372036854775807
      aLong | 9223372036854775808 | -
      aLong | 1e400 | -
      aByte | 127 | 127
      aByte | 200 | -
      aDouble | 0.1 | 0.1
      aDouble | 9007199254740992 | 9.007199254740992E15
      aDouble | 9007199254740993 | -
      aDouble | 1e-400 | -
      aDouble | 1e309 | -
      aDouble | 'NaN' | -
      aFloat | 0.1 | 0.1
      aFloat | 16777217 | -
      aFloat | 1e-50 | -
      decimal | 1.10 | 1.10
      decimal | '1.10' | -
      big | 1e3 | 1000
      big | 1.5 | -
      flag | true | true
      flag | 'true' | -
      flag | 1 | -
      flag | '' | -
      level | 'LOW' | LOW
      level | 'low' | -
      level | 0 | -
      level | '0' | -
      level | '' | -
      text | 5 | -
      text | true | -
      text | ['a'] | -
      list | [1] | [1]
      list | 1 | -
      list | '[1]' | -
      list | ['1'] | -
      list | [null] | -
      list | '' | -
      optional | '2026-03-29' | Optional[2026-03-29]
      optional | null | Optional.empty
      optional | '' | -
      optional | '2026-03-29T10:00:00Z' | -
      optionalInt | 3 | OptionalInt[3]
      optionalInt | '3' | -
      optionalInt | 3.5 | -
      optionalInt | '' | -
      item | {'name':'n','count':1} | Item[name=n, count=1]
      item | {'name':'n','count':1,'more':2} | -
      item | {'name':'n','count':null} | -
      item | {'name':'n','count':'1'} | -
      item | ['n',1] | -
      item | '' | -
      nested | {'at':'2026-03-29T23:30:00+02:00','maybe':'2026-03-29T23:30:00+02:00','all':['2026-03-29T23:30:00+02:00']} | Nested[at=2026-03-29T23:30+02:00, maybe=Optional[2026-03-29T23:30+02:00], all=[2026-03-29T23:30+02:00]]
      nested | {'at':'1774819800','maybe':null,'all':[]} | -
      dated | {'day':'01.02.2026','days':['02.02.2026'],'at':'2026-07-01 10:00'} | Dated[day=2026-02-01, days=[2026-02-02], at=2026-07-01T08:00:00Z]
      dated | {'day':'31.02.2026','days':[],'at':'2026-07-01 10:00'} | -
      dated | {'day':'2026-02-01','days':[],'at':'2026-07-01 10:00'} | -
      dated | {'day':'01.02.2026','days':['30.02.2026'],'at':'2026-07-01 10:00'} | -
      dated | {'day':'01.02.2026','days':[],'at':'2026-03-29 02:30'} | -
      offsetDateTime | '2026-03-29t23:30:00z' | 2026-03-29T23:30Z
      offsetDateTime | '2026-03-29T23:30Z' | 2026-03-29T23:30Z
      offsetDateTime | '2026-03-29 23:30:00Z' | -
      offsetDateTime | '2026-03-29T23:30:00 +02:00' | -
      offsetDateTime | '+12026-03-29T23:30:00Z' | +12026-03-29T23:30Z
      offsetDateTime | '2026-03-29T23:30:00+25:00' | -
      zonedDateTime | '2026-03-29T23:30:00Z[UTC]' | 2026-03-29T23:30Z[UTC]
      zonedDateTime | '2026-10-25T02:30:00+01:00[Europe/Berlin]' | 2026-10-25T02:30+01:00[Europe/Berlin]
      localDate | '2026-3-9' | -
      localDate | '2026-W13-7' | -
      localTime | '7:30' | -
      localTime | '23:30:00.5' | 23:30:00.500
      localTime | '23:59:60' | -
      offsetTime | '24:00:00Z' | -
      duration | 'P1D' | PT24H
      duration | '-PT5M' | PT-5M
      duration | 'P1W' | -
      duration | '1h30m' | -
      period | 'P2W' | P14D
      yearMonth | '2026-13' | -
      yearMonth | '26-03' | -
      monthDay | '03-29' | -
      zoneId | 'Mars/Olympus' | -
      zoneOffset | 'Z' | Z
      zoneOffset | 'Europe/Oslo' | -
      uuid | '{00000000-0000-0000-0000-000000000001}' | -
      uuid | 'urn:uuid:00000000-0000-0000-0000-000000000001' | -
      uri | 'https://example.org/ä' | https://example.org/ä
      locale | 'zh-Hant-TW' | zh-Hant-TW
      locale | 'de-' | -
      currency | 'XYZ' | -
      currency | '€' | -
      bytes | '_-A=' | -
      bytes | 'data:;base64,AQI=' | -
      letter | '😀' | -
      anInt | 1e2 | 100
      anInt | -0 | 0
      anInt | -2147483649 | -
      aLong | 1e18 | 1000000000000000000
      aByte | -129 | -
      aDouble | 1e22 | 1.0E22
      aDouble | -1e-300 | -1.0E-300
      aDouble | '1,5' | -
      decimal | 1e-400 | 1E-400
      flag | 'yes' | -
      level | 'Low' | -
      text | {'a':1} | -
      optional | [] | -
      byInt | {'1':1,'1e0':2} | -
      byInt | {' 1':1} | -
      byInt | {'1 ':1} | -
      byInt | {'1_000':1} | -
      byInt | {'१':1} | -
      byInt | {'\\"1\\"':1} | -
      byInt | {'[1]':1} | -
      byDouble | {'1/2':1} | -
      byDouble | {'Infinity':1} | -
      byUuid | {'':1} | -
      byMoment | {'2026-03-29':1} | -
      instant | '2026-03-29T23:30:00.1234567891Z' | -
      instant | '2026-03-29T23:30:00.123456789Z' | 2026-03-29T23:30:00.123456789Z
      instant | '2026-03-29T23:30:00+0200' | 2026-03-29T21:30:00Z
      instant | '2026-03-29T23:30:00-00:00' | 2026-03-29T23:30:00Z
      instant | '2026-03-29T23:30:00+18:01' | -
      instant | '2026-03-29T23:30:00,5Z' | -
      instant | '2026-W13-7T10:00:00Z' | -
      instant | '2026-088T10:00:00Z' | -
      instant | '2026-03-29T23:30:00 GMT' | -
      instant | '2026-03-29T23:30:00UTC' | -
      instant | 'Sun, 29 Mar 2026 23:30:00 GMT' | -
      instant | '20260329T233000Z' | -
      instant | 1774819800000 | -
      instant | 'now' | -
      instant | {'seconds':1774819800} | -
      offsetDateTime | '2026-03-29T23:30:00+02' | 2026-03-29T23:30+02:00
      offsetDateTime | '2026-03-29T23:30:00+2' | -
      offsetDateTime | '2026-03-29T23:30:00+02:00Z' | -
      offsetDateTime | '2026-03-29T23:30:00+02:60' | -
      offsetDateTime | '2026-03-29T23:30:00+02:00[u-ca=gregory]' | -
      offsetDateTime | '2026-03-29T23:30:00\\u2212' | -
      zonedDateTime | '2026-03-29T23:30:00[Europe/Berlin]' | -
      zonedDateTime | '2026-03-29T23:30:00+02:00[europe/berlin]' | -
      zonedDateTime | '2026-03-29T23:30:00+02:00[Europe/Berlin][u-ca=gregory]' | -
      zonedDateTime | '2026-10-25T02:30:00+02:00[Europe/Berlin]' | 2026-10-25T02:30+02:00[Europe/Berlin]
      localDate | '0000-00-00' | -
      localDate | '2026-03-29+02:00' | -
      localDate | '２０２６-03-29' | -
      localDate | '29.03.2026' | -
      localDate | '03/29/2026' | -
      localDate | {'year':2026,'month':3,'day':29} | -
      localDate | [2026,3,29] | -
      localDate | 20541 | -
      localDate | 'today' | -
      localDateTime | '2026-03-29 23:30:00' | -
      localDateTime | '2026-03-29T23:30' | 2026-03-29T23:30
      localDateTime | '2026-03-29T24:00:00' | -
      localDateTime | '2026-03-29T23:30:00z' | -
      localDateTime | [2026,3,29,23,30] | -
      localTime | '11:30 PM' | -
      localTime | 'T23:30' | -
      localTime | '2330' | -
      localTime | 84600 | -
      localTime | {'hour':23,'minute':30} | -
      offsetTime | '23:30+0200' | 23:30+02:00
      duration | 'PT1.5H' | -
      duration | 'PT0.0000000001S' | -
      duration | 'PT0.000000001S' | PT0.000000001S
      duration | 'pt5m' | PT5M
      duration | '01:30:00' | -
      duration | 'P1DT2H' | PT26H
      duration | 'PT' | -
      duration | 'PT9223372036854775807H' | -
      duration | 1.5 | -
      period | 'P1Y2M3W4D' | P1Y2M25D
      period | 'P1.5Y' | -
      period | 'P2147483648D' | -
      year | 1e3 | 1000
      year | -44 | -44
      year | true | -
      year | 1000000000 | -
      yearMonth | '2026-3' | -
      yearMonth | '202603' | -
      yearMonth | {'year':2026,'month':3} | -
      monthDay | '--02-29' | --02-29
      monthDay | '--2-9' | -
      zoneId | 'PST' | -
      zoneId | 'Europe/Oslo\\n' | -
      zoneId | 'oslo' | -
      zoneOffset | '+0200' | +02:00
      zoneOffset | '+19:00' | -
      uuid | '00000000-0000-0000-0000-00000000000g' | -
      uuid | '00000000-0000-0000-0000-000000000001\\n' | -
      uri | 'http://ex ample.org' | -
      uri | 'https://example.org/%zz' | -
      uri | 'http://[::1' | -
      uri | 'example.org/a' | example.org/a
      uri | {'href':'https://example.org'} | -
      locale | 'en-USA' | -
      locale | 'de@euro' | -
      locale | 'en_US.UTF-8' | -
      locale | 'C' | -
      locale | 'EN-us' | en-US
      locale | {'language':'de'} | -
      currency | 'Euro' | -
      currency | 'EURO' | -
      bytes | '====' | -
      bytes | 'AQ I=' | -
      bytes | 'AQI=\\n' | [1, 2]
      letter | '\\u00e9' | é
      letter | 'e\\u0301' | -
      letter | ['x'] | -
      chars | 'abc' | [a, b, c]
      chars | 5 | -
      anInt | 1.0 | 1
      anInt | 1e-3 | -
      anInt | 3.0000000000000001 | -
      anInt | 1e999999999 | -
      anInt | 12345678901234567890 | -
      anInt | '' | -
      anInt | false | -
      anInt | {} | -
      aLong | 1e999999999 | -
      aLong | -9223372036854775809 | -
      aLong | 9007199254740993 | 9007199254740993
      aLong | 9007199254740993.0 | 9007199254740993
      aLong | '12' | -
      big | 99999999999999999999 | 99999999999999999999
      big | 1e999999999 | -
      big | '7' | -
      big | true | -
      aByte | -128 | -128
      aByte | 1e2 | 100
      aShort | 32767 | 32767
      aShort | 32768 | -
      aShort | 1.5 | -
      aShort | '1' | -
      aDouble | 99999999999999999999 | -
      aDouble | 1e300000 | -
      aDouble | 4.9e-324 | 4.9E-324
      aDouble | true | -
      aDouble | null | -
      aDouble | '' | -
      aFloat | 3.4028236e38 | -
      aFloat | 123456789 | -
      decimal | 1e3 | 1E+3
      decimal | 0.1000 | 0.1000
      decimal | 12345678901234567890.123456789 | 12345678901234567890.123456789
      decimal | true | -
      decimal | '' | -
      flag | 'True' | -
      flag | 0 | -
      flag | 'on' | -
      flag | [true] | -
      flag | null | -
      level | ' LOW' | -
      level | 'LOW ' | -
      level | ['LOW'] | -
      level | {'name':'LOW'} | -
      level | null | -
      text | null | -
      text | 1.5 | -
      list | {'0':1} | -
      list | [1.0] | [1]
      list | [1.5] | -
      list | '1,2' | -
      list | [[1]] | -
      list | null | -
      set | ['a','b'] | [a, b]
      set | 'a' | -
      set | [1] | -
      levels | ['LOW'] | [LOW]
      levels | ['low'] | -
      levels | 'LOW' | -
      levels | [0] | -
      ints | [1,2] | [1, 2]
      ints | [1.5] | -
      ints | ['1'] | -
      ints | [null] | -
      ints | '1' | -
      ints | 1 | -
      longs | [9223372036854775808] | -
      doubles | [1,2.5] | [1.0, 2.5]
      doubles | [9007199254740993] | -
      doubles | ['1'] | -
      flags | [true,false] | [true, false]
      flags | ['true'] | -
      flags | [1] | -
      strings | ['a'] | [a]
      strings | 'a' | -
      strings | [1] | -
      strings | 'a,b' | -
      matrix | [[1],[2,3]] | [[1], [2, 3]]
      matrix | [1] | -
      optionalLong | 9007199254740993 | OptionalLong[9007199254740993]
      optionalLong | 1.5 | -
      optionalLong | '1' | -
      optionalDouble | 1 | OptionalDouble[1.0]
      optionalDouble | 'NaN' | -
      optionalDouble | true | -
      optionalInt | 2147483648 | -
      optionalInt | 1e0 | OptionalInt[1]
      optionalInt | null | OptionalInt.empty
      optionalLevel | 'low' | -
      optionalLevel | 'LOW' | Optional[LOW]
      optionalFlag | 'false' | -
      optionalFlag | 0 | -
      optionalFlag | false | Optional[false]
      optionalText | 1 | -
      optionalList | [1] | Optional[[1]]
      optionalList | 1 | -
      optionalList | ['1'] | -
      optionals | [1,null] | [Optional[1], Optional.empty]
      optionals | ['1'] | -
      optional | 20541 | -
      optional | '2026-02-30' | -
      item | {'Name':'n','count':1} | -
      item | {'name':'n','count':1.5} | -
      item | {'name':'n'} | -
      item | [{'name':'n','count':1}] | -
      item | {'name':1,'count':1} | -
      bean | {'at':'2026-03-29','size':3} | at=2026-03-29 size=3
      bean | {'at':'2026-03-29T00:00','size':3} | -
      bean | {'at':'2026-03-29','size':'3'} | -
      bean | {'at':'2026-03-29','size':3,'more':1} | -
      bean | {'at':'2026-03-29','size':3.5} | -
      page | {'content':[{'name':'n','count':1}],'next':2} | Page[content=[Item[name=n, count=1]], next=2]
      page | {'content':[{'name':'n','count':'1'}],'next':2} | -
      page | {'content':{'name':'n','count':1},'next':2} | -
      byLevel | {'low':1} | -
      byLevel | {'0':1} | -
      byFlag | {'TRUE':1} | -
      byFlag | {'1':1} | -
      byLetter | {'ab':1} | -
      byLetter | {'':1} | -
      byDate | {'2026-03-29T00:00':1} | -
      byLocale | {'de_AT':1,'de-AT':2} | -
      byLong | {'9223372036854775808':1} | -
      byText | {'a':null} | -
      byText | {'a':'1'} | -
      byText | {'a':1.5} | -
      byText | ['a',1] | -
      byText | '' | -
      byName | {'a':'b'} | -
      byName | {'a':[1.5]} | -
      anInt | 2147483647 | 2147483647
      aByte | 128 | -
      aFloat | 1.5 | 1.5
      aFloat | 3.4e38 | 3.4E38
      aFloat | 1e39 | -
      aFloat | -1e300 | -
      aDouble | 1.7e308 | 1.7E308
      aDouble | -1e350 | -
      big | 12345678901234567890 | 12345678901234567890
      decimal | 1234567890.12345678901234567890 | 1234567890.12345678901234567890
      bytes | '%' | -
      """;

  static List<Arguments> table() {
    return TABLE
        .lines()
        .map(line -> line.split(" \\| ", 3))
        .map(row -> Arguments.of(row[0], row[1].replace('\'', '"'), row[2]))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("table")
  void aToolGetsWhatIsWrittenOrTheModelIsToldWhatToGive(String method, String json, String right)
      throws Exception {
    Tool tool = TOOLS.get(method);
    var args = Json.read("{\"value\":" + json + "}");

    if (right.equals(REFUSED)) {
      assertThatThrownBy(() -> tool.validate(args))
          .isInstanceOf(AdkException.class)
          .hasMessageContaining("$");
    } else {
      ToolOutput said = tool.executor(new FakeDispatch().context()).execute(args);
      assertThat(((ToolOutput.Text) said).text().value()).isEqualTo(right);
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void anAnswerIsReadAlike(String method, String json, String right) throws Exception {
    if (List.of("bytes", "aByte", "chars").contains(method)) {
      return; // no answer is of these types
    }
    AnswerType<?> type = AnswerType.of(typeOf(method));
    String answer = type.schema().at("/properties/value") == null ? json : wrapped(json);

    if (right.equals(REFUSED)) {
      assertThatThrownBy(() -> type.read(answer)).hasMessageContaining("$");
    } else {
      assertThat(Takes.said(type.read(answer))).isEqualTo(right);
    }
  }

  /** As gates read their values. Jackson takes NaN for a number where no schema is before it. */
  @ParameterizedTest
  @MethodSource("table")
  void jsonIsReadAlike(String method, String json, String right) throws Exception {
    if (!(typeOf(method) instanceof Class<?> type)
        || json.equals("null")
        || json.equals("\"NaN\"")) {
      return;
    }
    if (right.equals(REFUSED)) {
      assertThatThrownBy(() -> JsonValue.parse(json).as(type)).isInstanceOf(AdkException.class);
    } else {
      assertThat(Takes.said(JsonValue.parse(json).as(type))).isEqualTo(right);
    }
  }

  private static String wrapped(String json) {
    return "{\"value\":" + json + "}";
  }

  private static Type typeOf(String name) {
    return TYPES.containsKey(name)
        ? TYPES.get(name).type()
        : Arrays.stream(Primitives.class.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow()
            .getParameterTypes()[0];
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "byUuid   | {'1-1-1-1-1':1}                         | cannot be read as UUID; give a UUID",
        "byUuid   |"
            + " {'0000000a-0000-0000-0000-000000000001':1,'0000000A-0000-0000-0000-000000000001':2}"
            + " | has a duplicate key",
        "byInt    | {'01':1}                                | cannot be read as Integer",
        "byInt    | {'+1':1}                                | cannot be read as Integer",
        "byInt    | {'1':1,'1.0':2}                         | has a duplicate key",
        "byInt    | {'1.5':1}                               | cannot be read as",
        "byDouble | {'NaN':1}                               | cannot be read as Double",
        "byDouble | {'1e309':1}                             | cannot be read as",
        "byDouble | {'0x1p3':1}                             | cannot be read as Double",
        "byMoment | {'1774819800':1}                        | cannot be read as OffsetDateTime;"
            + " give a date",
        "byMoment | {'2026-03-29T23:30:00':1}               | cannot be read as OffsetDateTime;"
            + " give a date",
        "offsetDateTime | '2026-03-29T23:30:00' | cannot be read as OffsetDateTime; give a date and"
            + " time with an offset, such as 2026-01-31T13:45:00+01:00",
        "localDate | '2026-03-29T23:30:00Z' | cannot be read as LocalDate; give a date without a"
            + " time, such as 2026-01-31",
        "dated | {'day':'2026-02-01','days':[],'at':'2026-07-01 10:00'} | cannot be read as"
            + " LocalDate; give a text as dd.MM.yyyy",
        "aDouble | 9007199254740993 | cannot be read as double; the number is out of its range, or"
            + " would be rounded"
      })
  void theModelReadsWhatToGive(String method, String json, String reason) {
    Tool tool = TOOLS.get(method);

    assertThatThrownBy(
            () -> tool.validate(Json.read("{\"value\":" + json.replace('\'', '"') + "}")))
        .hasMessageContaining(reason);
  }

  @Test
  void toolsAndAnswersSayTheSameFormatAndAnswersAreStrict() {
    for (String name : TOOLS.keySet()) {
      if (List.of("bytes", "aByte", "chars", "letter").contains(name) || name.startsWith("by")) {
        continue; // no answer is of the type, or says the range in words, or a map as its entries
      }
      AnswerType<?> type = AnswerType.of(typeOf(name));
      var answer = type.schema().at("/properties/value");
      var stated = answer == null ? type.schema().node() : answer.node();
      var shown = TOOLS.get(name).inputSchema().json().node().at("/properties/value");

      assertThat(texts(shown)).as(name).isEqualTo(texts(stated));
      assertThat(StrictRules.broken(type.schema().node())).as(name).isEmpty();
    }
  }

  /** What is said of the texts in a schema, whatever order the alternatives have. */
  private static List<String> texts(tools.jackson.databind.JsonNode schema) {
    return schema.findParents("type").stream()
        .filter(one -> one.path("type").stringValue("").equals("string"))
        .map(one -> one.path("format").stringValue("") + one.path("description").stringValue(""))
        .sorted()
        .toList();
  }
}
