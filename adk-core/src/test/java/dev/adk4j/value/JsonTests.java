package dev.adk4j.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTests {

  /** The mapper hands on pieces of any length, which may end inside of a character. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void writesTheSameTextAtOnceAndPieceByPiece(int offset) {
    String text =
        "x".repeat(offset) + "\ud83d\ude00".repeat(5_000) + "\ud83d" + "\ude00\ud83d".repeat(3_000);
    Map<String, String> value = Map.of("text", text);
    StringBuilder pieces = new StringBuilder();
    StringWriter whole = new StringWriter();
    Writer out =
        new Writer() {
          @Override
          public void write(char[] json, int from, int length) {
            String piece = String.valueOf(json, from, length);
            // what is encoded by itself loses nothing
            pieces.append(
                new String(piece.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
            whole.write(json, from, length);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };

    Json.write(value, out);

    assertThat(pieces.toString().equals(Json.write(value))).isTrue();
    assertThat(whole.toString().contentEquals(pieces)).isTrue();
    assertThat(Json.read(pieces.toString()).path("text").asString().equals(text)).isTrue();
  }

  @Test
  void writesAHalfOfACharacterAsItsEscape() {
    assertThat(Json.write(Map.of("a", "Hi \ud83d"))).isEqualTo("{\"a\":\"Hi \\ud83d\"}");
  }
}
