package dev.adk4j.springai.chat;

import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options for retrying a model call that failed before the first part of an answer. Disabled by
 * default, because the providers' clients also retry, and the attempts multiply.
 *
 * @param maxAttempts largest number of attempts, including the first; 1 or more
 * @param baseDelay pause before the second attempt; doubled for each further one
 * @param maxDelay longest pause, even if the provider requests a longer one
 * @param retriableStatuses HTTP statuses after which a call is retried, 100 to 599
 * @param honorRetryAfter true if a pause is at least as long as the provider requests
 * @since 0.1.0
 */
public record RetryOptions(
    int maxAttempts,
    Duration baseDelay,
    Duration maxDelay,
    Set<Integer> retriableStatuses,
    boolean honorRetryAfter) {

  /** Options for a single attempt. */
  public static final RetryOptions OFF =
      new RetryOptions(
          1, Duration.ofMillis(500), Duration.ofSeconds(30), Set.of(429, 502, 503, 504), true);

  public RetryOptions {
    new Violations()
        .check(maxAttempts >= 1, "$.retry.maxAttempts", "range", "must be at least 1")
        .required(baseDelay, "$.retry.baseDelay")
        .check(
            baseDelay == null || !baseDelay.isNegative(),
            "$.retry.baseDelay",
            "range",
            "must not be negative")
        .required(maxDelay, "$.retry.maxDelay")
        .check(
            maxDelay == null || maxDelay.toMillis() >= 1,
            "$.retry.maxDelay",
            "range",
            "must be at least 1 ms")
        .noNulls(retriableStatuses, "$.retry.retriableStatuses")
        .check(
            retriableStatuses == null
                || retriableStatuses.stream()
                    .allMatch(status -> status == null || status >= 100 && status <= 599),
            "$.retry.retriableStatuses",
            "range",
            "must be 100 to 599")
        .throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    retriableStatuses = Set.copyOf(new TreeSet<>(retriableStatuses));
  }

  public RetryOptions withMaxAttempts(int maxAttempts) {
    return new RetryOptions(maxAttempts, baseDelay, maxDelay, retriableStatuses, honorRetryAfter);
  }

  public RetryOptions withBaseDelay(Duration baseDelay) {
    return new RetryOptions(maxAttempts, baseDelay, maxDelay, retriableStatuses, honorRetryAfter);
  }

  public RetryOptions withMaxDelay(Duration maxDelay) {
    return new RetryOptions(maxAttempts, baseDelay, maxDelay, retriableStatuses, honorRetryAfter);
  }

  public RetryOptions withRetriableStatuses(Set<Integer> retriableStatuses) {
    return new RetryOptions(maxAttempts, baseDelay, maxDelay, retriableStatuses, honorRetryAfter);
  }

  public RetryOptions withHonorRetryAfter(boolean honorRetryAfter) {
    return new RetryOptions(maxAttempts, baseDelay, maxDelay, retriableStatuses, honorRetryAfter);
  }

  /**
   * Returns the pause after a failed attempt.
   *
   * @param attempt number of the attempt, from 1
   * @param retryAfter pause that the provider requested; zero for none
   * @param jitter random factor, 0.9 to 1.1
   */
  Duration delay(int attempt, Duration retryAfter, double jitter) {
    double doubled = baseDelay.toMillis() * Math.pow(2, attempt - 1);
    double computed = Math.min(doubled, maxDelay.toMillis()) * jitter;
    long asked = honorRetryAfter ? retryAfter.toMillis() : 0;
    return Duration.ofMillis(Math.min(Math.max(Math.round(computed), asked), maxDelay.toMillis()));
  }
}
