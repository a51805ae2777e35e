package dev.adk4j.boot.llm;

import java.util.List;
import java.util.Map;
import org.springframework.core.env.Environment;

/**
 * Refuses an API key that is there and empty, such as {@code ${OPENAI_API_KEY:}} gives without the
 * variable. Spring AI takes it for a server that wants no key, which no provider's own server is.
 */
final class ApiKeys {

  /** The prefix of Spring AI's properties, by dialect. */
  private static final Map<String, String> PREFIXES =
      Map.of(
          "openai", "spring.ai.openai",
          "anthropic", "spring.ai.anthropic",
          "gemini", "spring.ai.google.genai",
          "deepseek", "spring.ai.deepseek",
          "mistral", "spring.ai.mistralai");

  private ApiKeys() {}

  static void requireText(Environment environment, String dialect) {
    String prefix = PREFIXES.get(dialect);
    if (prefix == null || isElsewhere(environment, prefix)) {
      return;
    }
    for (String name : List.of(prefix + ".chat.api-key", prefix + ".api-key")) {
      String key = environment.getProperty(name);
      LlmRules.check(
          key == null || !key.isBlank(),
          name,
          "",
          "must not be empty: set it, or remove the property; for a server that wants no key, say"
              + " which with "
              + prefix
              + ".base-url");
      if (key != null) {
        return;
      }
    }
  }

  private static boolean isElsewhere(Environment environment, String prefix) {
    return List.of(".base-url", ".chat.base-url", ".project-id").stream()
        .anyMatch(name -> environment.containsProperty(prefix + name));
  }
}
