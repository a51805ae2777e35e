package dev.adk4j.prompt.context;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.function.Consumer;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link ContextSummarizer}. Immutable.
 *
 * @param summarizer required
 * @param estimateTokens counts the tokens of a text under an encoding; required
 * @param keepVerbatim the number of newest turns that remain unchanged
 * @param summarizeAtTokens the tokens of the older turns from which an existing summary is renewed
 * @param instructions the system prompt of the summarizer
 * @param onCost receives the cost of every call
 */
public record SummarizerOptions(
    @Nullable Summarizer summarizer,
    @Nullable ToLongBiFunction<String, String> estimateTokens,
    String encoding,
    int keepVerbatim,
    long summarizeAtTokens,
    String instructions,
    Consumer<Cost> onCost) {

  public SummarizerOptions {
    new Violations()
        .requiredText(encoding, "$.encoding")
        .check(keepVerbatim >= 0, "$.keepVerbatim", "range", "must be 0 or more")
        .check(summarizeAtTokens >= 0, "$.summarizeAtTokens", "range", "must be 0 or more")
        .requiredText(instructions, "$.instructions")
        .required(onCost, "$.onCost")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns the default options. */
  public static SummarizerOptions of(
      @Nullable Summarizer summarizer, @Nullable ToLongBiFunction<String, String> estimateTokens) {
    return new SummarizerOptions(
        summarizer, estimateTokens, "cl100k_base", 2, 2500, Summarization.INSTRUCTIONS, cost -> {});
  }

  /** Returns these options with another encoding. */
  public SummarizerOptions withEncoding(String encoding) {
    return copy(encoding, keepVerbatim, summarizeAtTokens);
  }

  /** Returns these options with another number of verbatim turns. */
  public SummarizerOptions withKeepVerbatim(int keepVerbatim) {
    return copy(encoding, keepVerbatim, summarizeAtTokens);
  }

  /** Returns these options with another threshold. */
  public SummarizerOptions withSummarizeAtTokens(long summarizeAtTokens) {
    return copy(encoding, keepVerbatim, summarizeAtTokens);
  }

  private SummarizerOptions copy(String encoding, int keepVerbatim, long summarizeAtTokens) {
    return new SummarizerOptions(
        summarizer,
        estimateTokens,
        encoding,
        keepVerbatim,
        summarizeAtTokens,
        instructions,
        onCost);
  }

  /**
   * Estimated cost of one call.
   *
   * @param calls always 1
   */
  public record Cost(int calls, long inTokens, long outTokens) {}
}
