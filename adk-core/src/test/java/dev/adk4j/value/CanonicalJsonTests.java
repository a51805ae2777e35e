package dev.adk4j.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class CanonicalJsonTests {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @Test
  void sortsKeysByUtf16CodeUnit() {
    ObjectNode node = NODES.objectNode();
    node.put("é", 1).put("z", 2).put("Z", 3).put("10", 4).put("9", 5).put("😀", 6).put("\uffff", 7);
    String text = CanonicalJson.of(node);
    assertThat(text).isEqualTo("{\"10\":4,\"9\":5,\"Z\":3,\"z\":2,\"é\":1,\"😀\":6,\"\uffff\":7}");
    assertThat(("{\"args\":" + text + ",\"tool\":\"unicode\"}").getBytes(StandardCharsets.UTF_8))
        .hasSize(76);
  }

  @Test
  void escapesAsLittleAsPossible() {
    assertThat(CanonicalJson.of(NODES.stringNode("a\"b\\c\n\t\r\b\f\u0001\u001f\u007f\u2028/<>")))
        .isEqualTo("\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\\u001f\u007f\u2028/<>\"");
  }

  @Test
  void escapesUnpairedSurrogatesAndKeepsPairs() {
    assertThat(CanonicalJson.of(NODES.stringNode("\ud800x\udfff😀\ud83d")))
        .isEqualTo("\"\\ud800x\\udfff😀\\ud83d\"");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "-0, 0",
    "-0.0, 0",
    "1e21, 1e+21",
    "100000000000000000000, 100000000000000000000",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "5e-324, 5e-324",
    "4.9E-324, 5e-324",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "9007199254740993, 9007199254740992",
    "9007199254740992, 9007199254740992",
    "-9007199254740993, -9007199254740992",
    "123456789012345680000, 123456789012345680000",
    "1234567.891, 1234567.891",
    "333333333.33333329, 333333333.3333333",
    "1e400, null",
    "-1e400, null",
    "1e-400, 0",
    "999999999999999900000, 999999999999999900000",
    "2e23, 2e+23",
    "9223372036854775807, 9223372036854776000",
    "-9223372036854775808, -9223372036854776000",
    "12e-1, 1.2",
    "0.1, 0.1"
  })
  void writesNumbersAsEcmaScriptDoes(String given, String expected) {
    assertThat(CanonicalJson.of(Json.read(given))).isEqualTo(expected);
  }

  @Test
  void writesEveryNumberKindOfATreeAlike() {
    ArrayNode numbers = NODES.arrayNode();
    numbers
        .add((short) 1)
        .add(1)
        .add(1L)
        .add(1f)
        .add(1d)
        .add(BigInteger.ONE)
        .add(new BigDecimal("1.00"));
    numbers.add(0.1f).add(0.1d).add(Float.NaN).add(Double.NEGATIVE_INFINITY);
    assertThat(CanonicalJson.of(numbers)).isEqualTo("[1,1,1,1,1,1,1,0.1,0.1,null,null]");
  }

  @Test
  void doublesReadBackFromTheirCanonicalText() {
    Random random = new Random(7);
    for (int i = 0; i < 50_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        String text = CanonicalJson.of(NODES.numberNode(value));
        assertThat(Double.parseDouble(text)).isEqualTo(value == 0 ? 0.0 : value);
      }
    }
  }

  @Test
  void doesNotDependOnKeyOrderOrSpelling() {
    String one = "{\"b\":[1.0,{\"y\":1,\"x\":2}],\"a\":\"\\u00e9\"}";
    String other = " { \"a\" : \"é\", \"b\" : [ 1e0, { \"x\" : 2, \"y\" : 1 } ] } ";
    assertThat(CanonicalJson.of(Json.read(one))).isEqualTo(CanonicalJson.of(Json.read(other)));
    assertThat(JsonValue.parse(one).canonicalText()).isEqualTo(CanonicalJson.of(Json.read(other)));
  }

  @Test
  void refusesAbsurdDepthAndForeignObjects() {
    JsonNode deep = NODES.nullNode();
    for (int i = 0; i < 100_000; i++) {
      deep = NODES.arrayNode().add(deep);
    }
    JsonNode tooDeep = deep;
    assertThatThrownBy(() -> CanonicalJson.of(tooDeep))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("levels");
    assertThatThrownBy(() -> CanonicalJson.of(NODES.pojoNode(new Object())))
        .isInstanceOf(AdkException.class);
  }

  @Test
  void takesNodesOfAnyMapper() {
    JsonNode node = JsonMapper.shared().readTree("{\"a\":1.50,\"b\":-0.0}");
    assertThat(CanonicalJson.of(node)).isEqualTo("{\"a\":1.5,\"b\":0}");
  }
}
