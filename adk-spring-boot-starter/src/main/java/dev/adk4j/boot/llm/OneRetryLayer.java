package dev.adk4j.boot.llm;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Where the executor retries, the layers below it do not by default: attempts of several layers
 * multiply, and theirs follow neither the executor's statuses nor its pauses. What the application
 * says of these properties wins.
 */
final class OneRetryLayer implements EnvironmentPostProcessor {

  private static final Map<String, Object> OFF =
      Map.of(
          "spring.ai.retry.max-attempts", "1",
          "spring.ai.openai.max-retries", "0",
          "spring.ai.anthropic.max-retries", "0");

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    String attempts = environment.getProperty("adk.llm.retry.max-attempts", "1").strip();
    if (attempts.matches("\\d+") && !attempts.matches("0*[01]")) {
      environment.getPropertySources().addLast(new MapPropertySource("adkOneRetryLayer", OFF));
    }
  }
}
