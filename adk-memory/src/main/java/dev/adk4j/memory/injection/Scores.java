package dev.adk4j.memory.injection;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * How a memory weighs in a turn; both from 0 to 1.
 *
 * @param confidence how likely it matters for this turn
 * @param importance how much it matters when it does
 */
public record Scores(double confidence, double importance) {

  public Scores {
    new Violations()
        .check(
            confidence >= 0 && confidence <= 1,
            "$.confidence",
            "range",
            "must be from 0 to 1, was " + confidence)
        .check(
            importance >= 0 && importance <= 1,
            "$.importance",
            "range",
            "must be from 0 to 1, was " + importance)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }
}
