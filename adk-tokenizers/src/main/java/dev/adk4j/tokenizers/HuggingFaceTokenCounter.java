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
 * Exact counts of {@code gemini}, {@code gemma} and {@code llama2} from a vocabulary in Hugging
 * Face's {@code tokenizer.json} format, which the deployer supplies: none is shipped. {@link
 * TokenCounters#installExact} puts a counter to use.
 *
 * <p>Loading takes up to two seconds and holds the vocabulary in native memory until {@link
 * #close()}, so make one for the process. A count takes time in proportion to the text, about half
 * a second a megabyte. Thread-safe.
 */
public final class HuggingFaceTokenCounter implements TokenCounter, AutoCloseable {

  /** Also the defaults would cut a text at 512 tokens. */
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
   * Counts include the token that begins every text; control tokens such as {@code <start_of_turn>}
   * count as one.
   */
  public static HuggingFaceTokenCounter gemini(Path vocabulary) {
    return open(TokenEncoding.GEMINI, vocabulary);
  }

  /** The same counts as {@link #gemini}, under the id {@code gemma}. */
  public static HuggingFaceTokenCounter gemma(Path vocabulary) {
    return open(TokenEncoding.GEMMA, vocabulary);
  }

  /**
   * Counts have no beginning token; spellings of control tokens such as {@code <s>} are plain text.
   */
  public static HuggingFaceTokenCounter llama2(Path vocabulary) {
    return open(TokenEncoding.LLAMA2, vocabulary);
  }

  /**
   * A counter for one of the three encodings.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} where the file cannot be read, is no
   *     vocabulary, or gives other counts for known texts than the encoding has
   */
  public static HuggingFaceTokenCounter open(TokenEncoding encoding, Path vocabulary) {
    Djl.stayLocal();
    HuggingFaceTokenCounter counter =
        switch (encoding) {
          case GEMINI, GEMMA -> new HuggingFaceTokenCounter(encoding, load(vocabulary), 1);
          case LLAMA2 -> new HuggingFaceTokenCounter(encoding, loadPlain(vocabulary), 0);
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

  private static HuggingFaceTokenizer load(Path vocabulary) {
    try (InputStream file = Files.newInputStream(vocabulary)) {
      return HuggingFaceTokenizer.newInstance(file, WHOLE_TEXT);
    } catch (IOException | RuntimeException e) {
      throw unreadable(vocabulary, e);
    }
  }

  private static HuggingFaceTokenizer loadPlain(Path vocabulary) {
    try (InputStream file = PlainVocabulary.open(vocabulary)) {
      return HuggingFaceTokenizer.newInstance(file, WHOLE_TEXT);
    } catch (IOException | RuntimeException e) {
      throw unreadable(vocabulary, e);
    }
  }

  private static AdkException unreadable(Path vocabulary, Exception cause) {
    return invalid(
        "The vocabulary "
            + vocabulary
            + " cannot be read; name a file in Hugging Face's tokenizer.json format.",
        cause);
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

  /**
   * Frees the vocabulary. A counter that was installed must not be closed before another took its
   * place.
   */
  @Override
  public void close() {
    tokenizer.close();
  }
}
