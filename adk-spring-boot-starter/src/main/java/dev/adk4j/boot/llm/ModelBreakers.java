package dev.adk4j.boot.llm;

import dev.adk4j.springai.chat.ModelBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/** Circuit breakers of models that have fallbacks, and their states by model. */
final class ModelBreakers implements Supplier<Map<String, String>> {

  private final Map<String, ModelBreaker> byModel = new ConcurrentHashMap<>();
  private final CircuitBreakerRegistry registry;

  ModelBreakers(ObjectProvider<CircuitBreakerRegistry> registries) {
    this.registry =
        registries.getIfUnique(
            () ->
                CircuitBreakerRegistry.of(
                    CircuitBreakerConfig.custom()
                        .slidingWindowSize(10)
                        .minimumNumberOfCalls(10)
                        .failureRateThreshold(50)
                        .waitDurationInOpenState(Duration.ofSeconds(30))
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .build()));
  }

  /** Agents that call the same model share its breaker. */
  ModelBreaker of(String model) {
    return byModel.computeIfAbsent(model, m -> ModelBreaker.of(registry.circuitBreaker(m)));
  }

  @Override
  public Map<String, String> get() {
    Map<String, String> states = new TreeMap<>();
    byModel.forEach((model, breaker) -> states.put(model, breaker.state()));
    return states;
  }
}
