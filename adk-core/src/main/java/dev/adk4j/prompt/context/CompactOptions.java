package dev.adk4j.prompt.context;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.token.RenderContext;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a conversation is compacted.
 *
 * @param summarise required when compacting
 * @param estimateTokens required when compacting
 * @param keepVerbatim how many of the newest turns stay as they are
 * @param summariseAtTokens how many tokens the older turns may take before a summary that is there
 *     is brought up to date
 * @param onCost told of every call that was made
 */
public record CompactOptions(
    @Nullable Summariser summarise,
    @Nullable TokenEstimator estimateTokens,
    String encoding,
    int keepVerbatim,
    long summariseAtTokens,
    String instructions,
    Consumer<Cost> onCost,
    @Nullable RenderContext context) {

  public CompactOptions {
    new Violations()
        .requiredText(encoding, "$.encoding")
        .check(keepVerbatim >= 0, "$.keepVerbatim", "range", "must be 0 or more")
        .check(summariseAtTokens >= 0, "$.summariseAtTokens", "range", "must be 0 or more")
        .requiredText(instructions, "$.instructions")
        .required(onCost, "$.onCost")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static CompactOptions of(
      @Nullable Summariser summarise, @Nullable TokenEstimator estimateTokens) {
    return new CompactOptions(
        summarise, estimateTokens, "cl100k_base", 2, 2500, Compact.INSTRUCTIONS, c -> {}, null);
  }

  public CompactOptions summarise(@Nullable Summariser summarise) {
    return new CompactOptions(
        summarise,
        estimateTokens,
        encoding,
        keepVerbatim,
        summariseAtTokens,
        instructions,
        onCost,
        context);
  }

  public CompactOptions encoding(String encoding) {
    return new CompactOptions(
        summarise,
        estimateTokens,
        encoding,
        keepVerbatim,
        summariseAtTokens,
        instructions,
        onCost,
        context);
  }

  public CompactOptions keepVerbatim(int turns) {
    return new CompactOptions(
        summarise,
        estimateTokens,
        encoding,
        turns,
        summariseAtTokens,
        instructions,
        onCost,
        context);
  }

  public CompactOptions summariseAtTokens(long tokens) {
    return new CompactOptions(
        summarise, estimateTokens, encoding, keepVerbatim, tokens, instructions, onCost, context);
  }

  public CompactOptions onCost(Consumer<Cost> onCost) {
    return new CompactOptions(
        summarise,
        estimateTokens,
        encoding,
        keepVerbatim,
        summariseAtTokens,
        instructions,
        onCost,
        context);
  }

  public CompactOptions context(@Nullable RenderContext context) {
    return new CompactOptions(
        summarise,
        estimateTokens,
        encoding,
        keepVerbatim,
        summariseAtTokens,
        instructions,
        onCost,
        context);
  }

  /**
   * What one call took, by estimate.
   *
   * @param calls always 1
   */
  public record Cost(int calls, long inTokens, long outTokens) {}
}
