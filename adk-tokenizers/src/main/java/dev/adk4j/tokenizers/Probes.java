package dev.adk4j.tokenizers;

import dev.adk4j.token.TokenEncoding;
import java.nio.file.Path;
import java.util.Map;

/**
 * Checks a vocabulary with texts of known counts, because the vocabulary of another model would
 * return wrong counts. Some published files for Llama 2 contain another model's vocabulary.
 */
final class Probes {

  private static final String SENTENCE = "The quick brown fox jumps over the lazy dog.";

  private static final Map<String, Integer> GEMINI =
      Map.of("", 1, SENTENCE, 11, "<start_of_turn>user", 3);
  private static final Map<String, Integer> LLAMA2 =
      Map.of("", 0, SENTENCE, 12, "<s>", 3, "hello world", 2, "café ☃ 😀", 11, "你好，世界", 6);

  private Probes() {}

  static void check(HuggingFaceTokenCounter counter, Path vocabulary) {
    boolean llama = counter.encoding().equals(TokenEncoding.LLAMA2.id());
    (llama ? LLAMA2 : GEMINI)
        .forEach(
            (text, expected) -> {
              int count = counter.count(text);
              if (count != expected) {
                throw HuggingFaceTokenCounter.invalid(
                    "The vocabulary %s is not one of %s: it counts %s tokens in a text that has %s."
                        .formatted(vocabulary, counter.encoding(), count, expected),
                    null);
              }
            });
  }
}
