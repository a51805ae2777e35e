package dev.adk4j.prompt.budget;

import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prices by model. A model is found by its whole name, then by its name without the release that
 * providers append ({@code -2026-01-31}, {@code -20260131}, {@code -latest}), then under {@link
 * #ANY}. Immutable. The currency is that of the prices.
 *
 * @since 0.1.0
 */
public final class PriceTable {

  /** Key of the price for models without their own. */
  public static final String ANY = "*";

  /** Table without prices. */
  public static final PriceTable EMPTY = new PriceTable(Map.of());

  private static final Pattern RELEASE =
      Pattern.compile("[-@](\\d{4}-\\d{2}-\\d{2}|\\d{8}|latest)$");

  private final Map<String, ModelPrice> prices;

  private PriceTable(Map<String, ModelPrice> prices) {
    this.prices = prices;
  }

  public static PriceTable of(Map<String, ModelPrice> prices) {
    Violations.require(
        prices != null && prices.keySet().stream().noneMatch(String::isBlank),
        "$.prices",
        "empty",
        "must contain no empty model name");
    return new PriceTable(Map.copyOf(prices));
  }

  /**
   * Returns the cost of a generation. Tokens that only the total counts, such as reasoning of some
   * providers, cost as much as the answer's, unless reasoning or cached tokens have their own
   * prices.
   *
   * @return empty if the model has no price, or its tokens are not split into those of the prompt
   *     and those of the answer
   */
  public Optional<BigDecimal> costOf(GenerationStats stats) {
    long in = orZero(stats.promptTokens());
    long out = orZero(stats.completionTokens());
    long total = orZero(stats.countedTokens());
    boolean known = stats.promptTokens() != null || stats.completionTokens() != null;
    boolean split = known && (in + out > 0 || total == 0);
    return split
        ? priceOf(stats.model()).map(price -> price.cost(in, Math.max(out, total - in), stats))
        : Optional.empty();
  }

  private static long orZero(@Nullable Long tokens) {
    return tokens == null ? 0 : tokens;
  }

  /**
   * @param model the name given by the provider; null for none
   */
  public Optional<ModelPrice> priceOf(@Nullable String model) {
    ModelPrice price = model == null ? null : prices.get(model);
    if (price == null && model != null) {
      price = prices.get(RELEASE.matcher(model).replaceFirst(""));
    }
    return Optional.ofNullable(price != null ? price : prices.get(ANY));
  }
}
