package dev.adk4j.artifact.json;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Json5ReaderTests {

  @Test
  void readsAdditionsOfJson5() {
    Map<String, String> cases =
        Map.ofEntries(
            Map.entry(
                "{unquoted: 'single', \"double\": \"d\", $a_1: 1, ünï: 2, \\u0061b: 3,}",
                "{\"unquoted\":\"single\",\"double\":\"d\",\"$a_1\":1,\"ünï\":2,\"ab\":3}"),
            Map.entry("[1, 2, /* c */ 3, // d\n]", "[1,2,3]"),
            Map.entry("'line \\\ncontinued \\\r\nagain'", "\"line continued again\""),
            Map.entry("'\\x41\\u0042\\v\\0\\'\\\"\\q\\/'", "\"AB\\u000B\\u0000'\\\"q/\""),
            Map.entry("[0x1F, -0xff, +1, .5, 5., -0.5e+2, 1E3]", "[31,-255,1,0.5,5,-5E+1,1E+3]"),
            Map.entry(
                "\uFEFF\u00A0 {a:{a:null},b:true,c:false} \u2028",
                "{\"a\":{\"a\":null},\"b\":true,\"c\":false}"),
            Map.entry("{a:1,a:2}", "{\"a\":2}"),
            Map.entry("'\u2028'", "\"\u2028\""),
            Map.entry("{null: 1, true: 2, Infinity: 3}", "{\"null\":1,\"true\":2,\"Infinity\":3}"),
            Map.entry("123456789012345678901234567890", "123456789012345678901234567890"),
            Map.entry("{}", "{}"),
            Map.entry("[]", "[]"));
    cases.forEach(
        (json5, json) -> assertThat(Json5Reader.read(json5).toString()).as(json5).isEqualTo(json));
    assertThat(Json5Reader.read("-Infinity").doubleValue()).isNegative().isInfinite();
    assertThat(Json5Reader.read("+NaN").doubleValue()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "[,]",
        "[1,,2]",
        "{,}",
        "{a}",
        "{a:}",
        "{a 1}",
        "{1:2}",
        "'a",
        "'a\nb'",
        "\"a'",
        "01",
        "0x",
        "1.e",
        "1e",
        ".",
        "+",
        "-",
        "0x1G",
        "1a",
        "truex",
        "nul",
        "tru",
        "1 2",
        "{} x",
        "/* c",
        "'\\1'",
        "'\\08'",
        "'\\u12'",
        "'\\x1'",
        "{\\u0031a: 1}",
        "{\\x61: 1}",
        "\\u0061",
        "# c",
        "{a:1 b:2}",
        "١",
        "1e1234567890",
        "--1",
        "[1]]"
      })
  void refusesSyntaxOutsideJson5(String text) {
    assertFails(AdkErrorCode.E_ARTIFACT_CONTENT_INVALID, () -> Json5Reader.read(text))
        .hasMessageMatching(".* at line [12], column .*")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void limitsDepthAndDigits() {
    assertThat(Json5Reader.read("[".repeat(500) + "]".repeat(500)).isArray()).isTrue();
    assertThatThrownBy(() -> Json5Reader.read("[".repeat(501) + "]".repeat(501)))
        .hasMessageContaining("500 levels");
    assertThatThrownBy(() -> Json5Reader.read("{a:".repeat(100_000)))
        .hasMessageContaining("500 levels");
    assertThatThrownBy(() -> Json5Reader.read("1".repeat(1001)))
        .hasMessageContaining("1000 digits");
  }

  @Test
  void agreesWithTheStrictReaderOnStrictText() {
    Random random = new Random(99);
    for (int i = 0; i < 2000; i++) {
      String text = value(random, 0);
      assertThat(Json5Reader.read(text)).as(text).isEqualTo(JsonTexts.MAPPER.readTree(text));
    }
  }

  @Test
  void neverFailsWithAnythingButItsOwnError() {
    Random random = new Random(5);
    String alphabet = "{}[]:,'\"\\ux0123456789abcdefEINn+-./* \n\r\t$_\u2028é\uD83D";
    for (int i = 0; i < 10_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(15); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        Json5Reader.read(text.toString());
      } catch (AdkException expected) {
        assertThat(expected.errorCode()).isEqualTo(AdkErrorCode.E_ARTIFACT_CONTENT_INVALID);
      }
    }
  }

  private static String value(Random random, int depth) {
    return switch (random.nextInt(depth > 4 ? 5 : 7)) {
      case 0 -> String.valueOf(random.nextInt());
      case 1 -> String.valueOf(random.nextLong());
      case 2 -> random.nextInt(100) + "." + random.nextInt(100) + "e" + (random.nextInt(9) - 4);
      case 3 -> "\"\\u00e9\\n" + random.nextInt() + "☃\"";
      case 4 -> random.nextBoolean() ? "null" : "true";
      case 5 -> "[" + value(random, depth + 1) + " , " + value(random, depth + 1) + "]";
      default ->
          "{\"a\":" + value(random, depth + 1) + ",\n\"b\\t\":" + value(random, depth + 1) + "}";
    };
  }
}
