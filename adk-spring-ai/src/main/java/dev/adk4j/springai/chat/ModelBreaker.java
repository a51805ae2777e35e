package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Refuses calls of a model that failed too often, by a circuit breaker of Resilience4j. Outages,
 * rate limits and first parts of an answer that did not come in time count as failures. Needs
 * {@code resilience4j-circuitbreaker}, which this module does not bring. Thread-safe.
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

  /** Returns whether the model may be called now. True has to be followed by the call's end. */
  boolean permits() {
    return breaker.tryAcquirePermission();
  }

  void ended(CallResult result, Duration took) {
    switch (result) {
      case CallResult.Answered answered -> breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
      case CallResult.Failed(AdkException error, boolean replay) when FallbackOn.blames(error) ->
          breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, error);
      default -> breaker.releasePermission();
    }
  }
}
