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
    return with(copy -> copy.summarise = summarise);
  }

  public CompactOptions encoding(String encoding) {
    return with(copy -> copy.encoding = encoding);
  }

  public CompactOptions keepVerbatim(int turns) {
    return with(copy -> copy.keepVerbatim = turns);
  }

  public CompactOptions summariseAtTokens(long tokens) {
    return with(copy -> copy.summariseAtTokens = tokens);
  }

  public CompactOptions onCost(Consumer<Cost> onCost) {
    return with(copy -> copy.onCost = onCost);
  }

  public CompactOptions context(@Nullable RenderContext context) {
    return with(copy -> copy.context = context);
  }

  private CompactOptions with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return new CompactOptions(
        copy.summarise,
        copy.estimateTokens,
        copy.encoding,
        copy.keepVerbatim,
        copy.summariseAtTokens,
        copy.instructions,
        copy.onCost,
        copy.context);
  }

  /** The same, one of them about to differ. */
  private static final class Copy {

    private @Nullable Summariser summarise;
    private @Nullable TokenEstimator estimateTokens;
    private String encoding;
    private int keepVerbatim;
    private long summariseAtTokens;
    private String instructions;
    private Consumer<Cost> onCost;
    private @Nullable RenderContext context;

    private Copy(CompactOptions of) {
      this.summarise = of.summarise;
      this.estimateTokens = of.estimateTokens;
      this.encoding = of.encoding;
      this.keepVerbatim = of.keepVerbatim;
      this.summariseAtTokens = of.summariseAtTokens;
      this.instructions = of.instructions;
      this.onCost = of.onCost;
      this.context = of.context;
    }
  }

  /**
   * What one call took, by estimate.
   *
   * @param calls always 1
   */
  public record Cost(int calls, long inTokens, long outTokens) {}
}
