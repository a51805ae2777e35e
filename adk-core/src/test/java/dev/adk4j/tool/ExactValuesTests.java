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
import java.util.OptionalInt;
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
      anInt | 2147483647 | 2147483647
      aByte | -128 | -128
      aByte | 128 | -
      aFloat | 1.5 | 1.5
      aFloat | 3.4e38 | 3.4E38
      aFloat | 1e39 | -
      aFloat | -1e300 | -
      aDouble | 1.7e308 | 1.7E308
      aDouble | -1e350 | -
      big | 12345678901234567890 | 12345678901234567890
      decimal | 1234567890.12345678901234567890 | 1234567890.12345678901234567890
      optionalInt | null | OptionalInt.empty
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
    if (List.of("bytes", "aByte").contains(method)) {
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
      if (List.of("bytes", "aByte", "letter").contains(name) || name.startsWith("by")) {
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
