package dev.adk4j.memory.journal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * When a request for a save is turned down because saves keep failing.
 *
 * @param failuresBefore how many failures in a row are taken before; at least 1
 * @param probeInterval from then on only every so many-th request is accepted; at least 1
 */
public record BackOff(int failuresBefore, int probeInterval) {

  /** After 10 failures, every third request. */
  public static final BackOff DEFAULT = new BackOff(10, 3);

  public BackOff {
    new Violations()
        .check(failuresBefore >= 1, "$.failuresBefore", "range", "must be at least 1")
        .check(probeInterval >= 1, "$.probeInterval", "range", "must be at least 1")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Whether that many failures in a row mean that most requests are turned down. */
  public boolean backsOff(int failures) {
    return failures >= failuresBefore;
  }

  /** Whether a request is accepted that is the {@code probe}-th since backing off began. */
  public boolean acceptsProbe(int probe) {
    return probe % probeInterval == 0;
  }
}
