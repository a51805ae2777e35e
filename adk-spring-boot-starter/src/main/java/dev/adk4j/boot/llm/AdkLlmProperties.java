package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.LlmProperties;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Binds the properties of this package separately. Unknown names are rejected when all of the
 * library's properties are bound.
 */
final class AdkLlmProperties {

  /** Encoding that is used if none is set. */
  private static final String ENCODING = "cl100k_base";

  private AdkLlmProperties() {}

  static LlmProperties of(Environment environment) {
    return Binder.get(environment).bindOrCreate("adk.llm", LlmProperties.class);
  }

  /** Binds only the fallback models. */
  static List<LlmProperties.Fallback.Model> fallback(Environment environment) {
    return Binder.get(environment)
        .bind("adk.llm.fallback.models", Bindable.listOf(LlmProperties.Fallback.Model.class))
        .orElse(List.of());
  }

  /** Binds only the prices: every startup needs them, and most have no other setting. */
  static Map<String, LlmProperties.Price> prices(Environment environment) {
    return Binder.get(environment)
        .bind("adk.llm.prices", Bindable.mapOf(String.class, LlmProperties.Price.class))
        .orElse(Map.of());
  }

  /** Returns the encoding that measures prompts. */
  static String encoding(LlmProperties properties) {
    return Objects.requireNonNullElse(properties.tokenEncoding(), ENCODING);
  }
}
