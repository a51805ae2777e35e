package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import java.time.Duration;

/**
 * Limits of a {@link Reranker}.
 *
 * @param candidates maximum number of passages that it receives, at least 2
 * @param time timeout after which the first order is returned, above zero
 * @param tokens maximum number of tokens in the question and the passages that it receives, at
 *     least 1, counted with {@code o200k_base}. Later passages keep their position
 * @since 0.1.0
 */
public record RerankBudget(int candidates, Duration time, int tokens) {

  /** 30 candidates, 2 seconds and 16,000 tokens. */
  public static final RerankBudget DEFAULT = new RerankBudget(30, Duration.ofSeconds(2), 16_000);

  public RerankBudget {
    new Violations()
        .check(candidates >= 2, "$.candidates", "range", "must be 2 or more")
        .check(time.isPositive(), "$.time", "range", "must be above zero")
        .check(tokens >= 1, "$.tokens", "range", "must be 1 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns this budget with another time. */
  public RerankBudget within(Duration time) {
    return new RerankBudget(candidates, time, tokens);
  }

  /** Returns the tokens of a text. */
  static int tokens(String text) {
    return Tokenizable.estimateTokens(text, TokenEncoding.O200K_BASE);
  }
}
