package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextEscapeTests {

  @Test
  void ordinaryTextIsStoredAsItIs() {
    String text = "Grüße \\ \u0001 \ud83d\ude00 {\"a\":\"\\u0000\"}";
    assertThat(TextEscape.escape(text)).isSameAs(text);
    assertThat(TextEscape.unescape(text)).isSameAs(text);
  }

  @Test
  void escapesUnstorableCharactersAsDigits() {
    assertThat(TextEscape.escape("a\u0000b\ud800c\udfffd\u0010e"))
        .isEqualTo("a\u00100000b\u0010D800c\u0010DFFFd\u00100010e");
  }

  @Test
  void everyTextComesBack() {
    Random random = new Random(11);
    char[] alphabet = {
      'a', '0', '\u0000', '\u0010', '\ud800', '\udc00', '\udfff', 'D', 'é', '\uffff'
    };
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append(alphabet[random.nextInt(alphabet.length)]);
      }
      String escaped = TextEscape.escape(text.toString());
      assertThat(escaped).doesNotContain("\u0000");
      assertThat(new String(escaped.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
          .isEqualTo(escaped);
      assertThat(TextEscape.unescape(escaped)).isEqualTo(text.toString());
    }
  }

  @Test
  void refusesTextThatEscapeCannotReturn() {
    assertThatThrownBy(() -> TextEscape.unescape("a\u001000"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TextEscape.unescape("a\u0010wxyz"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
