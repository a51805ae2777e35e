package dev.adk4j.tokenizers;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Surrogates;
import dev.adk4j.token.TokenCounter;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.TokenEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts tokens of {@code gemini}, {@code gemma} and {@code llama2} exactly, with a vocabulary in
 * Hugging Face's {@code tokenizer.json} format. No vocabulary is included: the deployer supplies
 * it. Install a counter by {@link TokenCounters#installExact}.
 *
 * <p>Loading takes up to two seconds. The vocabulary stays in native memory until {@link #close()},
 * so create one counter per process. Counting takes about half a second per megabyte. Thread-safe.
 *
 * @since 0.1.0
 */
public final class HuggingFaceTokenCounter implements TokenCounter, AutoCloseable {

  /** Options that disable truncation; the default truncates texts to 512 tokens. */
  private static final Map<String, String> WHOLE_TEXT =
      Map.of("truncation", "DO_NOT_TRUNCATE", "padding", "DO_NOT_PAD");

  private final TokenEncoding encoding;
  private final int leadingTokens;
  private final HuggingFaceTokenizer tokenizer;

  private HuggingFaceTokenCounter(
      TokenEncoding encoding, HuggingFaceTokenizer tokenizer, int leadingTokens) {
    this.encoding = encoding;
    this.tokenizer = tokenizer;
    this.leadingTokens = leadingTokens;
  }

  /**
   * Returns a counter for Gemini. Counts include the token that begins every text. A control token
   * such as {@code <start_of_turn>} counts as one.
   */
  public static HuggingFaceTokenCounter gemini(Path vocabulary) {
    return open(TokenEncoding.GEMINI, vocabulary);
  }

  /** Returns a counter with the counts of {@link #gemini} and the id {@code gemma}. */
  public static HuggingFaceTokenCounter gemma(Path vocabulary) {
    return open(TokenEncoding.GEMMA, vocabulary);
  }

  /**
   * Returns a counter for Llama 2. Counts include no beginning token. Text that looks like a
   * control token, such as {@code <s>}, counts as plain text.
   */
  public static HuggingFaceTokenCounter llama2(Path vocabulary) {
    return open(TokenEncoding.LLAMA2, vocabulary);
  }

  /**
   * Returns a counter for one of the three encodings.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if the file cannot be read, is not a
   *     vocabulary, or returns wrong counts for known texts
   */
  public static HuggingFaceTokenCounter open(TokenEncoding encoding, Path vocabulary) {
    Djl.stayLocal();
    HuggingFaceTokenCounter counter =
        switch (encoding) {
          case GEMINI, GEMMA -> new HuggingFaceTokenCounter(encoding, load(vocabulary, false), 1);
          case LLAMA2 -> new HuggingFaceTokenCounter(encoding, load(vocabulary, true), 0);
          default -> throw invalid("The encoding " + encoding.id() + " needs no vocabulary.", null);
        };
    try {
      Probes.check(counter, vocabulary);
      return counter;
    } catch (AdkException e) {
      counter.close();
      throw e;
    }
  }

  /**
   * @param plain true if control tokens count as plain text
   */
  private static HuggingFaceTokenizer load(Path vocabulary, boolean plain) {
    try (InputStream file =
        plain ? PlainVocabulary.open(vocabulary) : Files.newInputStream(vocabulary)) {
      return HuggingFaceTokenizer.newInstance(file, WHOLE_TEXT);
    } catch (IOException | RuntimeException e) {
      throw invalid(
          "The vocabulary %s cannot be read; name a file in Hugging Face's tokenizer.json format."
              .formatted(vocabulary),
          e);
    }
  }

  static AdkException invalid(String message, @Nullable Throwable cause) {
    return new AdkException(AdkErrorCode.VALIDATION_EXCEPTION, message, cause);
  }

  @Override
  public String encoding() {
    return encoding.id();
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public int count(String text) {
    return leadingTokens
        + tokenizer.encode(Surrogates.replaced(text), false, false).getIds().length;
  }

  /** Frees the vocabulary. Install another counter before closing an installed one. */
  @Override
  public void close() {
    tokenizer.close();
  }
}
