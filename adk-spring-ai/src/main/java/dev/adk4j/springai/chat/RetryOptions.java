package dev.adk4j.springai.chat;

import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options for repeating a model call that failed before its first part of an answer. Off by
 * default, because the providers' clients retry, too, and the attempts multiply.
 *
 * @param maxAttempts largest number of attempts, including the first; 1 or more
 * @param baseDelay pause before the second attempt; doubled for each further one
 * @param maxDelay longest pause, also if the provider asks for more
 * @param retriableStatuses HTTP statuses after which a call is repeated, 100 to 599
 * @param honorRetryAfter true if a pause is at least as long as the provider asks for
 * @since 0.1.0
 */
public record RetryOptions(
    int maxAttempts,
    Duration baseDelay,
    Duration maxDelay,
    Set<Integer> retriableStatuses,
    boolean honorRetryAfter) {

  /** Options for one attempt only. */
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
   * @param retryAfter pause that the provider asked for; zero for none
   * @param jitter random factor, 0.9 to 1.1
   */
  Duration delay(int attempt, Duration retryAfter, double jitter) {
    double doubled = baseDelay.toMillis() * Math.pow(2, attempt - 1);
    double computed = Math.min(doubled, maxDelay.toMillis()) * jitter;
    long asked = honorRetryAfter ? retryAfter.toMillis() : 0;
    return Duration.ofMillis(Math.min(Math.max(Math.round(computed), asked), maxDelay.toMillis()));
  }
}
