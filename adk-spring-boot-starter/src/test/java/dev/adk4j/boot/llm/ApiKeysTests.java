package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

class ApiKeysTests {

  private final MockEnvironment environment = new MockEnvironment();

  @ParameterizedTest
  @CsvSource({
    "openai, spring.ai.openai.api-key, ${OPENAI_API_KEY}, OPENAI_API_KEY",
    "openai, spring.ai.openai.chat.api-key, ${OPENAI_API_KEY}, OPENAI_API_KEY",
    "openai, spring.ai.openai.base-url, https://${AI_HOST}/v1, AI_HOST",
    "anthropic, spring.ai.anthropic.api-key, ${my.key}, my.key",
    "gemini, spring.ai.google.genai.api-key, ${GEMINI}, GEMINI",
    "ollama, spring.ai.ollama.base-url, http://${OLLAMA}:11434, OLLAMA",
  })
  void placeholderWithoutAValueIsRefusedByItsName(
      String dialect, String property, String value, String variable) {
    environment.setProperty(property, value);

    assertThatThrownBy(() -> ApiKeys.requireText(environment, dialect))
        .hasMessageContaining(property)
        .hasMessageContaining("nothing sets " + variable);
  }

  @Test
  void placeholderWithAValueIsTaken() {
    environment.setProperty("OPENAI_API_KEY", "sk-1");
    environment.setProperty("spring.ai.openai.api-key", "${OPENAI_API_KEY}");
    environment.setProperty("spring.ai.openai.base-url", "${AI_URL:http://localhost:1}");

    assertThatCode(() -> ApiKeys.requireText(environment, "openai")).doesNotThrowAnyException();
  }

  @Test
  void placeholderOfAnotherProviderIsNotLookedAt() {
    environment.setProperty("spring.ai.anthropic.api-key", "${ANTHROPIC_API_KEY}");

    assertThatCode(() -> ApiKeys.requireText(environment, "openai")).doesNotThrowAnyException();
  }
}
