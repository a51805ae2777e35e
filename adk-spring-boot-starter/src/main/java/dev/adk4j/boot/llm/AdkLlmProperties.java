package dev.adk4j.boot.llm;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Binds the properties of this package by themselves; names that are not known are refused where
 * all of the library's properties are bound.
 */
final class AdkLlmProperties {

  /** Encoding that is used if none is set. */
  private static final String ENCODING = "cl100k_base";

  private AdkLlmProperties() {}

  static LlmProperties of(Environment environment) {
    return Binder.get(environment).bindOrCreate("adk.llm", LlmProperties.class);
  }

  /** The models alone that are asked after the chosen one. */
  static List<LlmProperties.Fallback.Model> fallback(Environment environment) {
    return Binder.get(environment)
        .bind("adk.llm.fallback.models", Bindable.listOf(LlmProperties.Fallback.Model.class))
        .orElse(List.of());
  }

  /** The prices alone: they are asked for at every start, most of which have no other setting. */
  static Map<String, LlmProperties.Price> prices(Environment environment) {
    return Binder.get(environment)
        .bind("adk.llm.prices", Bindable.mapOf(String.class, LlmProperties.Price.class))
        .orElse(Map.of());
  }

  /** The encoding prompts are measured with. */
  static String encoding(LlmProperties properties) {
    return Objects.requireNonNullElse(properties.tokenEncoding(), ENCODING);
  }
}
