package dev.adk4j.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class JsonValueTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"b\":1,\"a\":null,\"c\":[true,false]}",
        "1.50",
        "100000000000000000000000000",
        "1E+3",
        "\"\\u0000\"",
        "[]",
        "-0.10"
      })
  void keepsOrderNullsAndDigits(String json) {
    assertThat(JsonValue.parse(json).text()).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,\"a\":2} | Duplicate property \"a\".",
        "[{\"b\":{},\"b\":[]}] | Duplicate property \"b\".",
        "{} {} | more follows it.",
        "1 2 | more follows it.",
        "{\"a\":1} x | Unrecognized token 'x'"
      })
  void namesWhyATextIsNotOneValue(String text, String why) {
    assertThatThrownBy(() -> JsonValue.parse(text)).hasMessageContaining(why);
  }

  @Test
  void copiesItsSource() {
    ObjectNode node = Json.mapper().createObjectNode().put("a", 1);
    JsonValue value = JsonValue.of(node);
    node.put("a", 2);
    ((ObjectNode) value.node()).put("a", 3);
    assertThat(value.text()).isEqualTo("{\"a\":1}");
  }

  @Test
  void equalsItsParsedText() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("short", (short) 1);
    map.put("long", 1L);
    map.put("big", BigInteger.TWO);
    map.put("double", 1.0);
    map.put("float", 0.1f);
    map.put("decimal", new BigDecimal("1E+2"));
    map.put("whole", new BigDecimal("100"));
    map.put("chars", 'c');
    map.put("array", new int[] {1, 2});
    map.put("bytes", new byte[] {1, 2});
    map.put("null", null);
    map.put("nested", List.of(Map.of(), List.of()));
    JsonValue value = JsonValue.of(map);
    assertThat(JsonValue.parse(value.text())).isEqualTo(value).hasSameHashCodeAs(value);
    assertThat(value.text())
        .contains("\"whole\":100,")
        .contains("\"float\":0.1,")
        .contains("\"bytes\":\"AQI=\"");
  }

  @Test
  void treesOfOtherMappersAreEqualToTheirText() {
    JsonNode tree = JsonMapper.shared().readTree("{\"a\":0.10,\"b\":12345678901,\"c\":1e2}");
    JsonValue value = JsonValue.of(tree);
    assertThat(JsonValue.parse(value.text())).isEqualTo(value);
  }

  @Test
  void writesUnpairedSurrogatesAsEscapes() {
    JsonValue value = JsonValue.of((Object) "a\ud800b😀\udc00");
    assertThat(value.text()).isEqualTo("\"a\\ud800b😀\\udc00\"");
    assertThat(JsonValue.parse(value.text())).isEqualTo(value);
    assertThat(JsonValue.of(Map.of("\udfff", 1)).text()).isEqualTo("{\"\\udfff\":1}");
  }

  @Test
  void takesRecordsAndBeans() {
    record Point(int x, int y) {}
    assertThat(JsonValue.of(Map.of("p", new Point(1, 2))).text())
        .isEqualTo("{\"p\":{\"x\":1,\"y\":2}}");
    assertThat(JsonValue.of(new Point(1, 2)).as(Point.class)).isEqualTo(new Point(1, 2));
  }

  @Test
  void pointsToMembers() {
    JsonValue value = JsonValue.parse("{\"a\":{\"b\":[7]}}");
    assertThat(value.at("/a/b/0")).isEqualTo(JsonValue.parse("7"));
    assertThat(value.at("/a/c")).isNull();
  }

  @Test
  void nullIsAValue() {
    assertThat(JsonValue.of((Object) null))
        .isEqualTo(JsonValue.NULL)
        .isEqualTo(JsonValue.parse("null"));
    assertThat(JsonValue.of((JsonNode) null).isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a\":1,\"a\":2}",
        "1 2",
        "[1,]",
        "NaN",
        "nul",
        "\"a",
        "01",
        "{a:1}",
        "2.6E49845628058610525375850144259",
        "1e-99999999999"
      })
  void refusesOtherThanOneJsonValue(String text) {
    refused(() -> JsonValue.parse(text));
  }

  @Test
  void refusesInvalidJson() {
    refused(() -> JsonValue.of(Map.of("n", Double.NaN)));
    refused(() -> JsonValue.of((Object) Float.POSITIVE_INFINITY));
    refused(() -> JsonValue.of(Map.of(new Object(), 1)));
    refused(() -> JsonValue.of(Collections.singletonMap(null, 1)));
    refused(() -> JsonValue.of(Map.of(1, "a", "1", "b")));
    refused(() -> JsonValue.of(BigInteger.TEN.pow(5000)));
    refused(() -> JsonValue.of(new BigDecimal(BigInteger.TEN.pow(5000).add(BigInteger.ONE), 3)));
    refused(() -> JsonValue.of((JsonNode) JsonNodeFactory.instance.pojoNode(new Object())));
    refused(() -> JsonValue.parse("{\"a\":1}").as(List.class));
  }

  @Test
  void hugeExponentsStayShort() {
    JsonValue value = JsonValue.of((Object) new BigDecimal("1E+999999999"));
    assertThat(JsonValue.parse(value.text())).isEqualTo(value);
    refused(() -> JsonValue.of((Object) new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE)));
  }

  @Test
  void namesTheDeepestViolation() {
    assertThatThrownBy(() -> JsonValue.of(Map.of("a", List.of(1, Map.of("b c", Double.NaN)))))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.a[1]['b c']");
  }

  @Test
  void refusesCyclesAndAbsurdDepth() {
    Map<String, Object> self = new HashMap<>();
    self.put("self", self);
    refused(() -> JsonValue.of(self));
    List<Object> wide = new ArrayList<>();
    wide.addAll(Arrays.asList(wide, wide, wide));
    refused(() -> JsonValue.of(wide));
    refused(() -> JsonValue.parse("[".repeat(450) + "]".repeat(450)));
    refused(() -> JsonValue.parse("[".repeat(1_000_000)));
    assertThat(JsonValue.parse("[".repeat(400) + "]".repeat(400)).text()).hasSize(800);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void refusesGraphsOfRepeatedParts() {
    List<Object> level = List.of("x");
    for (int i = 0; i < 60; i++) {
      level = List.of(level, level);
    }
    List<Object> bomb = level;
    refused(() -> JsonValue.of(bomb));
  }

  @Test
  void sharedPartsAreNoCycles() {
    List<Object> shared = List.of(1, 2, 3);
    List<Object> many = Collections.nCopies(50_000, shared);
    assertThat(JsonValue.of(many).node().size()).isEqualTo(50_000);
  }

  @Test
  void translatesExceptionsOfMaps() {
    Map<String, Object> broken =
        new HashMap<>(Map.of("a", 1)) {
          @Override
          public java.util.Set<Map.Entry<String, Object>> entrySet() {
            throw new IllegalStateException("broken");
          }
        };
    refused(() -> JsonValue.of(broken));
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION), "is an AdkException");
  }

  @Test
  void explainsErrorsWithoutParserNames() {
    for (String text : List.of("{} {}", "1 2", "[]]", "{\"a\":1,\"a\":2}", "nul", "'a'", "")) {
      assertThatThrownBy(() -> JsonValue.parse(text))
          .as(text)
          .isInstanceOf(AdkException.class)
          .message()
          .doesNotContain("jackson", "Feature", "JsonToken", "JsonNode");
    }
  }
}
