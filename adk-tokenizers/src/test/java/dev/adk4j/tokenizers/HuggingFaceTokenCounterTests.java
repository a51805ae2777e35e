package dev.adk4j.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.TokenEncoding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class HuggingFaceTokenCounterTests {

  private static HuggingFaceTokenCounter gemini;
  private static HuggingFaceTokenCounter llama2;

  @BeforeAll
  static void load() throws Exception {
    gemini = HuggingFaceTokenCounter.gemini(Npm.geminiVocabulary());
    llama2 = HuggingFaceTokenCounter.llama2(Npm.llama2Vocabulary());
  }

  @AfterAll
  static void free() {
    if (gemini != null) {
      gemini.close();
    }
    if (llama2 != null) {
      llama2.close();
    }
  }

  @Test
  @Tag("slow")
  void countsAsTheNpmPackagesDo() throws Exception {
    List<String> texts = Texts.all();
    assertThat(texts).hasSizeGreaterThan(300);
    JsonNode expected = Npm.counts(texts);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      compare(gemini, texts.get(i), expected.get("gemini").get(i).intValue(), differences);
      compare(llama2, texts.get(i), expected.get("llama2").get(i).intValue(), differences);
    }
    assertThat(differences).isEmpty();
  }

  private static void compare(
      HuggingFaceTokenCounter counter, String text, int expected, List<String> differences) {
    int count = counter.count(text);
    if (count != expected) {
      String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
      differences.add(counter.encoding() + " " + count + " instead of " + expected + ": " + shown);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          ``~1~0
          a~2~1
          hello~2~1
          hello world~3~2
          Hello, world!~5~4
          The quick brown fox jumps over the lazy dog.~11~12
          café ☃ 😀~5~11
          aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~6~10
          aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~6~11
          docs about <|endoftext|> token~10~10
          <|endoftext|>~7~7
          `   leading spaces`~4~3
          你好，世界~4~6
          function add(a, b) { return a + b; }~15~14
          line one⏎line two⏎~7~6
          alpha␍⏎beta⏎gamma⏎~8~7
          <start_of_turn>user⏎hi<end_of_turn>⏎<start_of_turn>model⏎~10~27
          """)
  void matchesTheReferenceVectors(String text, int geminiCount, int llama2Count) {
    String real = text.replace('⏎', '\n').replace('␍', '\r');
    assertThat(gemini.count(real)).isEqualTo(geminiCount);
    assertThat(llama2.count(real)).isEqualTo(llama2Count);
  }

  @Test
  void longTextsAreCountedToTheEnd() {
    assertThat(llama2.count("hello ".repeat(5_000))).isGreaterThanOrEqualTo(5_000);
    assertThat(gemini.count("hello ".repeat(5_000))).isGreaterThanOrEqualTo(5_000);
  }

  @Test
  void unpairedSurrogatesCountAsReplacementCharacters() {
    assertThat(gemini.count("a\ud800b")).isEqualTo(gemini.count("a\ufffdb"));
    assertThat(llama2.count("\udc00")).isEqualTo(llama2.count("\ufffd"));
  }

  @Test
  void manyThreadsShareOneCounter() throws Exception {
    List<String> texts = Texts.all().subList(0, 50);
    List<Integer> expected = texts.stream().map(llama2::count).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        running.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 20; round++) {
                    assertThat(texts.stream().map(llama2::count).toList()).isEqualTo(expected);
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    }
  }

  @Test
  void installingMakesTheEncodingExact() {
    TokenCounters.installExact(gemini);
    assertThat(TokenCounters.isExact("gemini")).isTrue();
    assertThat(TokenCounters.count("hello world", "gemma")).isEqualTo(3);
  }

  @Test
  void otherVocabulariesAreRefused() throws Exception {
    assertThatThrownBy(() -> HuggingFaceTokenCounter.llama2(Npm.mislabeledVocabulary()))
        .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION))
        .hasMessageContaining("is not one of llama2");
    assertThatThrownBy(() -> HuggingFaceTokenCounter.gemma(Npm.mislabeledVocabulary()))
        .hasMessageContaining("is not one of gemma");
  }

  @Test
  void refusesFilesWithoutAVocabulary(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "no JSON");
    Path json = Files.writeString(folder.resolve("json"), "[]");
    for (Path file : List.of(text, json, folder, folder.resolve("missing"))) {
      for (TokenEncoding encoding : List.of(TokenEncoding.GEMINI, TokenEncoding.LLAMA2)) {
        assertThatThrownBy(() -> HuggingFaceTokenCounter.open(encoding, file))
            .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION))
            .hasMessageContaining(file.toString());
      }
    }
    assertThatThrownBy(() -> HuggingFaceTokenCounter.open(TokenEncoding.CLAUDE, text))
        .isInstanceOf(AdkException.class);
  }
}
