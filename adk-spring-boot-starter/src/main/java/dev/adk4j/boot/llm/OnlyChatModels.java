package dev.adk4j.boot.llm;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Disables the parts of a model starter that agents do not use: image, moderation and audio models
 * each require a key, a model and classes of one version. Properties that the application sets take
 * precedence: {@code spring.ai.model.image=openai} enables that model again.
 */
final class OnlyChatModels implements EnvironmentPostProcessor {

  private static final Map<String, Object> NONE =
      Map.of(
          "spring.ai.model.image", "none",
          "spring.ai.model.moderation", "none",
          "spring.ai.model.audio.speech", "none",
          "spring.ai.model.audio.transcription", "none");

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    environment.getPropertySources().addLast(new MapPropertySource("adkOnlyChatModels", NONE));
  }
}
