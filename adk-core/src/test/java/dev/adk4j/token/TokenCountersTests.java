package dev.adk4j.token;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenCountersTests {

  @BeforeEach
  @AfterEach
  void forgetCounters() {
    TokenCounters.reset();
  }

  static TokenCounter counter(String id, boolean exact, ToIntFunction<String> count) {
    return new TokenCounter() {
      @Override
      public String encoding() {
        return id;
      }

      @Override
      public boolean exact() {
        return exact;
      }

      @Override
      public int count(String text) {
        return count.applyAsInt(text);
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          ``~0~0~0~0~0~0
          a~1~1~1~1~1~1
          hello~1~1~1~1~2~2
          hello world~2~2~2~2~4~3
          Hello, world!~4~4~4~4~4~4
          The quick brown fox jumps over the lazy dog.~10~10~10~10~13~11
          café ☃ 😀~7~7~5~5~3~3
          aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~9~9~5~5~10~9
          aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~9~9~5~5~11~9
          docs about <|endoftext|> token~10~10~9~10~9~8
          <|endoftext|>~7~7~7~7~4~4
          `   leading spaces`~4~3~3~3~5~5
          你好，世界~11~11~6~3~2~2
          function add(a, b) { return a + b; }~14~14~13~13~11~9
          line one⏎line two⏎~6~6~6~6~6~5
          alpha␍⏎beta⏎gamma⏎~8~8~6~6~6~5
          <start_of_turn>user⏎hi<end_of_turn>⏎<start_of_turn>model⏎~27~27~20~20~17~15
          """)
  void matchesTheReferenceVectors(
      String text, int gpt2, int p50k, int cl100k, int o200k, int claude, int other) {
    String real = text.replace('⏎', '\n').replace('␍', '\r');
    assertThat(TokenCounters.count(real, "gpt2")).isEqualTo(gpt2);
    assertThat(TokenCounters.count(real, "r50k_base")).isEqualTo(gpt2);
    assertThat(TokenCounters.count(real, "p50k_base")).isEqualTo(p50k);
    assertThat(TokenCounters.count(real, "p50k_edit")).isEqualTo(p50k);
    assertThat(TokenCounters.count(real, "cl100k_base")).isEqualTo(cl100k);
    assertThat(TokenCounters.count(real, "o200k_base")).isEqualTo(o200k);
    assertThat(TokenCounters.count(real, "claude")).isEqualTo(claude);
    for (String estimated : new String[] {"gemini", "gemma", "llama2", "nobody-knows"}) {
      assertThat(TokenCounters.count(real, estimated)).isEqualTo(other);
    }
  }

  @Test
  void reportsExactEncodings() {
    for (TokenEncoding encoding : TokenEncoding.values()) {
      boolean openAi =
          encoding.id().endsWith("_base")
              || encoding.id().equals("p50k_edit")
              || encoding.id().equals("gpt2");
      assertThat(TokenCounters.isExact(encoding.id())).isEqualTo(openAi);
      assertThat(TokenEncoding.of(encoding.id())).contains(encoding);
    }
    assertThat(TokenCounters.isExact("nobody-knows")).isFalse();
    assertThat(TokenEncoding.of("GPT2")).isEmpty();
  }

  @Test
  void customCountersAnswerForTheirIdAndReplaceEachOther() {
    TokenCounters.register(counter("mine", true, text -> 7));
    assertThat(TokenCounters.count("x", "mine")).isEqualTo(7);
    assertThat(TokenCounters.isExact("mine")).isTrue();
    TokenCounters.register(counter("mine", false, text -> 8));
    assertThat(TokenCounters.count("x", "mine")).isEqualTo(8);
    assertThat(TokenCounters.isExact("mine")).isFalse();
  }

  @Test
  void builtInsCannotBeShadowed() {
    for (TokenEncoding encoding : TokenEncoding.values()) {
      assertFails(
              AdkErrorCode.E_TOKEN_ESTIMATOR_SHADOWS_BUILTIN,
              () -> TokenCounters.register(counter(encoding.id(), true, text -> 1)))
          .hasMessageContaining(encoding.id())
          .matches(e -> ((AdkException) e).args().contains(encoding.id()));
    }
    assertThatThrownBy(() -> TokenCounters.register(counter("", true, text -> 1)))
        .isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> TokenCounters.register(null)).isInstanceOf(AdkException.class);
  }

  @Test
  void installedVocabulariesMakeTheirEncodingExact() {
    TokenCounters.installExact(counter("gemini", true, text -> 42));
    assertThat(TokenCounters.count("x", "gemini")).isEqualTo(42);
    assertThat(TokenCounters.count("x", "gemma")).isEqualTo(42);
    assertThat(TokenCounters.isExact("gemini")).isTrue();
    assertThat(TokenCounters.isExact("gemma")).isTrue();
    assertThat(TokenCounters.isExact("llama2")).isFalse();
  }

  @Test
  void onlyVocabulariesCanBeInstalled() {
    assertFails(
        AdkErrorCode.VALIDATION_EXCEPTION,
        () -> TokenCounters.installExact(counter("claude", true, text -> 1)));
    assertFails(
        AdkErrorCode.VALIDATION_EXCEPTION,
        () -> TokenCounters.installExact(counter("gemini", false, text -> 1)));
  }

  @Test
  void estimatesAreWarnedOfOncePerEncoding() {
    try (LoggedWarnings logged = LoggedWarnings.of(TokenCounters.class)) {
      for (int i = 0; i < 3; i++) {
        TokenCounters.count("x", "gemini");
        TokenCounters.count("x", "typo_base");
        TokenCounters.count("x", "o200k_base");
        TokenCounters.count("x", "claude");
      }
      assertThat(logged.messages())
          .hasSize(2)
          .anyMatch(m -> m.contains("gemini"))
          .anyMatch(m -> m.contains("typo_base"));
    }
  }

  @Test
  void warningsForUnknownIdsHaveAnEnd() {
    try (LoggedWarnings logged = LoggedWarnings.of(TokenCounters.class)) {
      for (int i = 0; i < 2_000; i++) {
        TokenCounters.count("x", "id" + i);
      }
      assertThat(logged.messages()).hasSizeLessThan(300);
    }
  }

  @Test
  void unpairedSurrogatesCountAsReplacementCharacters() {
    assertThat(TokenCounters.count("a\ud800b", "cl100k_base"))
        .isEqualTo(TokenCounters.count("a\ufffdb", "cl100k_base"));
    assertThat(TokenCounters.count("\udc00😀", "o200k_base"))
        .isEqualTo(TokenCounters.count("\ufffd😀", "o200k_base"));
  }

  @Test
  void longTextsCountInLinearTime() {
    countLongTexts(10_000);
  }

  @Nested
  @Tag("slow")
  class AMegabyte {

    @Test
    void countsInLinearTime() {
      countLongTexts(100_000);
    }
  }

  private static void countLongTexts(int tenth) {
    String words = "The quick brown fox jumps over the lazy dog. ".repeat(tenth / 5);
    assertThat(TokenCounters.count(words, "o200k_base"))
        .isBetween(19 * tenth / 10, 21 * tenth / 10);
    assertThat(TokenCounters.count("a".repeat(10 * tenth), "cl100k_base")).isPositive();
    assertThat(TokenCounters.count(" ".repeat(10 * tenth), "o200k_base")).isPositive();
    assertThat(TokenCounters.count("你好".repeat(2 * tenth), "o200k_base")).isPositive();
  }

  @Test
  void negativeCountsAreAnError() {
    TokenCounters.register(counter("mine", true, text -> -1));
    assertThatThrownBy(() -> TokenCounters.count("x", "mine"))
        .isInstanceOf(IllegalStateException.class);
  }
}
