package dev.adk4j.prompt.budget;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prices of a model's tokens, each per million and 0 or more.
 *
 * @param inputPerMillion for prompt tokens
 * @param outputPerMillion for completion tokens
 * @param cacheReadPerMillion for prompt tokens read from the provider's cache; null for the price
 *     of prompt tokens
 * @param cacheWritePerMillion for prompt tokens written to the provider's cache; null for the price
 *     of prompt tokens
 * @param reasoningPerMillion for tokens of reasoning; null for the price of completion tokens
 * @since 0.1.0
 */
public record ModelPrice(
    BigDecimal inputPerMillion,
    BigDecimal outputPerMillion,
    @Nullable BigDecimal cacheReadPerMillion,
    @Nullable BigDecimal cacheWritePerMillion,
    @Nullable BigDecimal reasoningPerMillion) {

  private static final int MILLION = 6;

  public ModelPrice {
    Violations violations =
        new Violations()
            .required(inputPerMillion, "$.inputPerMillion")
            .required(outputPerMillion, "$.outputPerMillion");
    check(violations, "inputPerMillion", inputPerMillion);
    check(violations, "outputPerMillion", outputPerMillion);
    check(violations, "cacheReadPerMillion", cacheReadPerMillion);
    check(violations, "cacheWritePerMillion", cacheWritePerMillion);
    check(violations, "reasoningPerMillion", reasoningPerMillion);
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Creates prices without special ones for cached and reasoning tokens. */
  public ModelPrice(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {
    this(inputPerMillion, outputPerMillion, null, null, null);
  }

  public static ModelPrice of(String inputPerMillion, String outputPerMillion) {
    return new ModelPrice(new BigDecimal(inputPerMillion), new BigDecimal(outputPerMillion));
  }

  private static void check(Violations violations, String name, @Nullable BigDecimal price) {
    violations.check(
        price == null || price.signum() >= 0, "$." + name, "range", "must be 0 or more");
  }

  /** Returns the exact cost, not rounded. */
  public BigDecimal cost(long promptTokens, long completionTokens) {
    return cost(promptTokens, completionTokens, 0, 0, 0);
  }

  /**
   * Returns the exact cost of a generation, not rounded.
   *
   * @param promptTokens all tokens of the prompt, as the statistics may count them in parts only
   * @param completionTokens all other tokens, including reasoning
   */
  BigDecimal cost(long promptTokens, long completionTokens, GenerationStats stats) {
    long read = atMost(stats.cacheReadTokens(), promptTokens);
    long write = atMost(stats.cacheWriteTokens(), promptTokens - read);
    long reasoning = atMost(stats.reasoningTokens(), completionTokens);
    return cost(promptTokens - read - write, completionTokens - reasoning, read, write, reasoning);
  }

  private BigDecimal cost(long input, long output, long read, long write, long reasoning) {
    return of(input, inputPerMillion)
        .add(of(output, outputPerMillion))
        .add(of(read, Objects.requireNonNullElse(cacheReadPerMillion, inputPerMillion)))
        .add(of(write, Objects.requireNonNullElse(cacheWritePerMillion, inputPerMillion)))
        .add(of(reasoning, Objects.requireNonNullElse(reasoningPerMillion, outputPerMillion)))
        .movePointLeft(MILLION)
        .stripTrailingZeros();
  }

  private static BigDecimal of(long tokens, BigDecimal perMillion) {
    return perMillion.multiply(BigDecimal.valueOf(tokens));
  }

  private static long atMost(@Nullable Long tokens, long most) {
    return tokens == null ? 0 : Math.clamp(tokens, 0, most);
  }
}
