package dev.adk4j.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiModelsTests {

  @ParameterizedTest
  @CsvSource({
    "gpt-4.1, O200K_BASE",
    "gpt-4.1-mini-2025-04-14, O200K_BASE",
    "gpt-4o, O200K_BASE",
    "gpt-4o-mini, O200K_BASE",
    "gpt-4.5-preview, O200K_BASE",
    "gpt-5, O200K_BASE",
    "gpt-5-mini, O200K_BASE",
    "gpt-5.1-codex, O200K_BASE",
    "o1, O200K_BASE",
    "o1-preview, O200K_BASE",
    "o3-mini, O200K_BASE",
    "o4-mini-2025-04-16, O200K_BASE",
    "chatgpt-4o-latest, O200K_BASE",
    "gpt-oss-120b, O200K_BASE",
    "openai/gpt-4o, O200K_BASE",
    "ft:gpt-4o-2024-08-06:org::id, O200K_BASE",
    "ft:gpt-3.5-turbo:org, CL100K_BASE",
    "gpt-4, CL100K_BASE",
    "gpt-4-0613, CL100K_BASE",
    "gpt-4-turbo-2024-04-09, CL100K_BASE",
    "gpt-3.5-turbo-16k, CL100K_BASE",
    "gpt-35-turbo, CL100K_BASE",
    "text-embedding-3-small, CL100K_BASE",
    "text-embedding-ada-002, CL100K_BASE",
    "davinci-002, CL100K_BASE",
    "text-davinci-003, P50K_BASE",
    "code-davinci-002, P50K_BASE",
    "text-davinci-edit-001, P50K_EDIT",
    "code-davinci-edit-001, P50K_EDIT",
    "davinci, R50K_BASE",
    "ada:ft-org-2023, R50K_BASE",
    "text-curie-001, R50K_BASE",
    "gpt2, GPT2"
  })
  void knowsFamiliesByTheLongestPrefix(String model, TokenEncoding encoding) {
    assertThat(OpenAiModels.encodingFor(model)).contains(encoding);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "ft:",
        "gpt",
        "gpt-4x",
        "gpt-4.9",
        "gpt-6",
        "o11",
        "o1x",
        "claude-3",
        "GPT-4",
        "gpt-4oo"
      })
  void doesNotGuess(String model) {
    assertThat(OpenAiModels.encodingFor(model)).isEmpty();
  }

  @Test
  void hugeNamesAreNoProblem() {
    assertThat(OpenAiModels.encodingFor("x".repeat(10_000_000))).isEmpty();
    assertThat(OpenAiModels.encodingFor("gpt-4o-" + "x".repeat(10_000_000)))
        .contains(TokenEncoding.O200K_BASE);
  }
}
