package dev.adk4j.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTests {

  @Test
  void messageWithControlCharactersIsOneLine() {
    AdkException e =
        AdkException.of(AdkErrorCode.E_GATE_NOT_FOUND)
            .message("Turn 'a\r\nFORGED\tb\u001b[2J\u0085\u2028\u202e' is unknown.")
            .help("Run this:\n\tx\u001b[2J\r")
            .args("a\n")
            .build();

    assertThat(e)
        .hasMessage("Turn 'a\\r\\nFORGED\\tb\\u001b[2J\\u0085\\u2028\\u202e' is unknown.")
        .asString()
        .doesNotContain("\n");
    // a help is a block of its own, such as statements to run
    assertThat(e.help()).isEqualTo("Run this:\n\tx\\u001b[2J\\r");
    assertThat(e.args()).containsExactly("a\n");
  }

  @Test
  void violationsAreOneLine() {
    assertThat(
            new ValidationException(
                java.util.List.of(new Violation("$.a", "range", "must not be 'x\ny'"))))
        .hasMessage("$.a must not be 'x\\ny'");
  }

  @Test
  void allOtherCharactersStay() {
    String text = "Grüß Gott, 😀 \"\\n\" \u05d0 日本語";

    assertThat(new AdkException(AdkErrorCode.E_INPUT_TOO_LARGE, text)).hasMessage(text);
  }
}
