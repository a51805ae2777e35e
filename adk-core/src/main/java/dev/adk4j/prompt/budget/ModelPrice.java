package dev.adk4j.prompt.budget;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.math.BigDecimal;

/**
 * What a model's tokens cost.
 *
 * @param inputPerMillion for a million prompt tokens; 0 or more
 * @param outputPerMillion for a million completion tokens; 0 or more
 */
public record ModelPrice(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {

  private static final int MILLION = 6;

  public ModelPrice {
    new Violations()
        .check(
            inputPerMillion != null && inputPerMillion.signum() >= 0,
            "$.inputPerMillion",
            "range",
            "must be 0 or more")
        .check(
            outputPerMillion != null && outputPerMillion.signum() >= 0,
            "$.outputPerMillion",
            "range",
            "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static ModelPrice of(String inputPerMillion, String outputPerMillion) {
    return new ModelPrice(new BigDecimal(inputPerMillion), new BigDecimal(outputPerMillion));
  }

  /** Exact, not rounded. */
  public BigDecimal cost(long promptTokens, long completionTokens) {
    return inputPerMillion
        .multiply(BigDecimal.valueOf(promptTokens))
        .add(outputPerMillion.multiply(BigDecimal.valueOf(completionTokens)))
        .movePointLeft(MILLION)
        .stripTrailingZeros();
  }
}
