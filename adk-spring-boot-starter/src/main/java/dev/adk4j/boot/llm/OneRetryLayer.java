package dev.adk4j.boot.llm;

import dev.adk4j.springai.chat.RetryOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Disables the retries of lower layers if the executor has RetryOptions or fallback models.
 * Attempts of several layers multiply, and the lower layers follow neither the executor's statuses
 * nor its delays. Properties that the application sets take precedence.
 */
final class OneRetryLayer implements EnvironmentPostProcessor, BeanFactoryPostProcessor {

  private static final Logger log = LoggerFactory.getLogger(OneRetryLayer.class);

  private static final Map<String, Object> OFF =
      Map.of(
          "spring.ai.retry.max-attempts", "1",
          "spring.ai.openai.max-retries", "0",
          "spring.ai.anthropic.max-retries", "0");

  private static final String FALLBACK = "adk.llm.fallback.models[0].chat-model";
  private static final String SAME = "adk.llm.fallback.models[0].model";

  /**
   * Logged once if the executor retries and the application configured a lower layer to retry as
   * well.
   */
  static void warnOfOthers(Environment environment, int maxAttempts) {
    List<String> others =
        maxAttempts == 1
            ? List.of()
            : OFF.keySet().stream()
                .filter(name -> retries(environment.getProperty(name), OFF.get(name)))
                .sorted()
                .toList();
    if (!others.isEmpty()) {
      log.warn(
          "The executor makes {} attempts, and {} also configures retries: the attempts multiply.",
          maxAttempts,
          String.join(" and ", others));
    }
  }

  private static boolean retries(@Nullable String value, @Nullable Object off) {
    return value != null
        && value.strip().matches("\\d{1,9}")
        && Integer.parseInt(value.strip()) > Integer.parseInt(String.valueOf(off));
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (environment.containsProperty(FALLBACK) || environment.containsProperty(SAME)) {
      switchOff(environment);
    }
  }

  /** The model beans bind their properties later. */
  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
    if (beanFactory.getBeanNamesForType(RetryOptions.class, true, false).length > 0) {
      switchOff(beanFactory.getBean(ConfigurableEnvironment.class));
    }
  }

  private static void switchOff(ConfigurableEnvironment environment) {
    environment.getPropertySources().addLast(new MapPropertySource("adkOneRetryLayer", OFF));
  }
}
