package dev.adk4j.token;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.token.internal.TokenWarning;
import dev.adk4j.token.internal.TokenWarnings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts tokens for every encoding id; shared by the process. OpenAI's encodings are exact, except
 * for a token or two in each 4,096 characters of a run without a blank between two letters; {@code
 * gemini}, {@code gemma} and {@code llama2} are exact if a counter with their vocabulary is
 * installed, otherwise {@code ceil(length / 4)}; {@code claude} is always {@code ceil(length /
 * 3.5)}; other ids use the counter registered for them, otherwise {@code ceil(length / 4)}. Length
 * is in UTF-16 code units. Logs the first use of an estimated id. Thread-safe.
 *
 * @since 0.1.0
 */
public final class TokenCounters {

  private static final Logger log = LoggerFactory.getLogger(TokenCounters.class);

  /** Ids come from callers: limits the ids that are remembered. */
  private static final int REMEMBERED_IDS = 256;

  private static final Map<String, TokenCounter> CUSTOM = new ConcurrentHashMap<>();
  private static final Map<TokenEncoding, TokenCounter> EXACT = new ConcurrentHashMap<>();
  private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

  /** Increases with each change of a counter; invalidates cached counts of earlier generations. */
  private static final AtomicInteger GENERATION = new AtomicInteger();

  private TokenCounters() {}

  /**
   * Returns the number of tokens.
   *
   * @throws AdkException {@code E_TURN_ABORTED} if the thread is interrupted during the count of a
   *     text of more than 4,096 characters; preserves the interrupt flag
   * @throws RuntimeException the tokenizer's own, outside of a turn or dispatch; inside, a warning
   *     event is emitted and the result is {@code ceil(length / 3.5)}
   */
  public static int count(String text, String encodingId) {
    int count = countOrDegraded(text, encodingId);
    return count < 0 ? ~count : count;
  }

  /**
   * Returns true for a built-in encoding and for one with a registered counter; counts of all
   * others are a guess.
   */
  public static boolean isKnown(String encodingId) {
    return TokenEncoding.find(encodingId) != null || CUSTOM.containsKey(encodingId);
  }

  /** Returns true if counts for that id are the model's own. */
  public static boolean isExact(String encodingId) {
    TokenEncoding builtIn = TokenEncoding.find(encodingId);
    TokenCounter counter = builtIn == null ? CUSTOM.get(encodingId) : installed(builtIn);
    return builtIn != null && isOpenAi(builtIn) || counter != null && counter.exact();
  }

  /**
   * Registers a counter under a new id; replaces the counter of the same id.
   *
   * @throws AdkException {@code E_TOKEN_ESTIMATOR_SHADOWS_BUILTIN} for a built-in id
   */
  public static void register(TokenCounter counter) {
    String id = idOf(counter);
    if (TokenEncoding.find(id) != null) {
      throw AdkException.saying(
          AdkErrorCode.E_TOKEN_ESTIMATOR_SHADOWS_BUILTIN,
          "The token encoding '%s' is built in and cannot be replaced.",
          id);
    }
    CUSTOM.put(id, counter);
    GENERATION.incrementAndGet();
  }

  /**
   * Makes {@code gemini}, {@code gemma} or {@code llama2} exact; replaces the counter of the same
   * encoding.
   */
  public static void installExact(TokenCounter counter) {
    String id = idOf(counter);
    TokenEncoding encoding = TokenEncoding.find(id);
    new Violations()
        .check(
            encoding == TokenEncoding.GEMINI
                || encoding == TokenEncoding.GEMMA
                || encoding == TokenEncoding.LLAMA2,
            "$.encoding",
            "enum",
            "must be gemini, gemma or llama2")
        .check(counter.exact(), "$.exact", "exact", "must be true")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    if (encoding != null) {
      EXACT.put(encoding, counter);
      GENERATION.incrementAndGet();
    }
  }

  static int generation() {
    return GENERATION.get();
  }

  /**
   * Returns the count or, if a tokenizer failed inside a run, the complement ({@code ~}) of the
   * estimate.
   */
  static int countOrDegraded(String text, String encodingId) {
    TokenEncoding builtIn = TokenEncoding.find(encodingId);
    try {
      return builtIn == null ? custom(text, encodingId) : builtIn(text, builtIn);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (AdkException.is(e, AdkErrorCode.E_TURN_ABORTED)) {
        throw e;
      }
      if (TokenWarnings.emit(TokenWarning.of(encodingId, e, text))) {
        return ~perThreeAndAHalf(text);
      }
      throw e;
    }
  }

  private static int builtIn(String text, TokenEncoding encoding) {
    if (isOpenAi(encoding)) {
      return OpenAiCounter.count(encoding, text);
    }
    if (encoding == TokenEncoding.CLAUDE) {
      return perThreeAndAHalf(text);
    }
    TokenCounter exact = installed(encoding);
    if (exact != null) {
      return checked(exact.count(text), exact);
    }
    reportOnce(encoding.id(), "no vocabulary is installed for it");
    return perFour(text);
  }

  /** Gemini uses Gemma's vocabulary, so one counter serves both. */
  private static @Nullable TokenCounter installed(TokenEncoding encoding) {
    TokenCounter own = EXACT.get(encoding);
    return own != null
        ? own
        : switch (encoding) {
          case GEMINI -> EXACT.get(TokenEncoding.GEMMA);
          case GEMMA -> EXACT.get(TokenEncoding.GEMINI);
          default -> null;
        };
  }

  /** For tests: resets to the state without installed or registered counters. */
  static void reset() {
    EXACT.clear();
    CUSTOM.clear();
    REPORTED.clear();
    GENERATION.incrementAndGet();
  }

  private static int custom(String text, String encodingId) {
    TokenCounter counter = CUSTOM.get(encodingId);
    if (counter != null) {
      return checked(counter.count(text), counter);
    }
    reportOnce(encodingId, "no counter is registered under that id");
    return perFour(text);
  }

  private static int checked(int count, TokenCounter counter) {
    if (count < 0) {
      throw new IllegalStateException(counter.getClass().getName() + " returned a negative count");
    }
    return count;
  }

  private static String idOf(@Nullable TokenCounter counter) {
    String id = counter == null ? null : counter.encoding();
    new Violations()
        .required(counter, "$")
        .requiredText(id, "$.encoding")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return id == null ? "" : id;
  }

  private static void reportOnce(String encodingId, String why) {
    if (!REPORTED.contains(encodingId)
        && REPORTED.size() < REMEMBERED_IDS
        && REPORTED.add(encodingId)) {
      log.warn(
          "Token counts for '{}' are estimates of four characters a token: {}.", encodingId, why);
    }
  }

  private static boolean isOpenAi(TokenEncoding encoding) {
    return encoding.compareTo(TokenEncoding.O200K_BASE) <= 0;
  }

  private static int perFour(String text) {
    return (int) ((text.length() + 3L) / 4);
  }

  private static int perThreeAndAHalf(String text) {
    return (int) ((2L * text.length() + 6) / 7);
  }
}
