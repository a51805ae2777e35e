package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.PropertyRules;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Rejects an API key that is set but empty, such as {@code ${OPENAI_API_KEY:}} without the
 * variable, and a key or a URL whose placeholder has no value. Spring AI uses an empty key for a
 * server that needs none, and sends an unresolved placeholder unchanged.
 */
final class ApiKeys {

  /** The prefix of Spring AI's properties, by dialect. */
  private static final Map<String, String> PREFIXES =
      Map.of(
          "ollama", "spring.ai.ollama",
          "openai", "spring.ai.openai",
          "anthropic", "spring.ai.anthropic",
          "gemini", "spring.ai.google.genai",
          "deepseek", "spring.ai.deepseek",
          "mistral", "spring.ai.mistralai");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]*)}");

  private ApiKeys() {}

  static void requireText(Environment environment, String dialect) {
    String prefix = PREFIXES.get(dialect);
    if (prefix == null) {
      return;
    }
    for (String end : List.of(".api-key", ".chat.api-key", ".base-url", ".chat.base-url")) {
      requireResolved(environment, prefix + end);
    }
    if (isElsewhere(environment, prefix)) {
      return;
    }
    for (String name : List.of(prefix + ".chat.api-key", prefix + ".api-key")) {
      String key = environment.getProperty(name);
      PropertyRules.require(
          key == null || !key.isBlank(),
          name,
          "",
          "must not be empty: set it, or remove the property; for a server that needs no key, "
              + "name the server with "
              + prefix
              + ".base-url");
      if (key != null) {
        return;
      }
    }
  }

  private static void requireResolved(Environment environment, String name) {
    // as binding reads it for Spring AI: an unresolved placeholder stays
    String value = Binder.get(environment).bind(name, String.class).orElse("");
    Matcher open = PLACEHOLDER.matcher(value);
    if (open.find()) {
      PropertyRules.require(
          false,
          name,
          open.group(),
          "must have a value, but nothing sets "
              + open.group(1)
              + ": set that variable or property, or write the value itself");
    }
  }

  private static boolean isElsewhere(Environment environment, String prefix) {
    return List.of(".base-url", ".chat.base-url", ".project-id").stream()
        .anyMatch(name -> environment.containsProperty(prefix + name));
  }
}
