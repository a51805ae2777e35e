package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Rejects calls of a model that failed too often, with a circuit breaker of Resilience4j. Outages,
 * rate limits and timeouts before the first part of an answer count as failures. Needs the optional
 * dependency {@code resilience4j-circuitbreaker}. Thread-safe.
 *
 * <pre>{@code
 * ChatModelExecutor.builder(model)
 *     .breaker(ModelBreaker.of(CircuitBreaker.ofDefaults("openai")))
 *     .build();
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ModelBreaker {

  private final CircuitBreaker breaker;

  private ModelBreaker(CircuitBreaker breaker) {
    this.breaker = breaker;
  }

  public static ModelBreaker of(CircuitBreaker breaker) {
    return new ModelBreaker(Objects.requireNonNull(breaker, "breaker"));
  }

  /** Returns the state in lower case: {@code closed}, {@code open}, {@code half-open}. */
  public String state() {
    return breaker.getState().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns true if the model may be called now. The caller must then record the end of the call.
   */
  boolean permits() {
    return breaker.tryAcquirePermission();
  }

  void ended(CallResult result, Duration took) {
    switch (result) {
      case CallResult.Answered answered -> breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
      case CallResult.Failed(AdkException error, boolean replay)
          when FallbackExecutor.Failure.blames(error) ->
          breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, error);
      default -> breaker.releasePermission();
    }
  }
}
