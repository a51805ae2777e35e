package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.RetryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The executor with Spring AI's other models against the same mock, in their own interfaces. What
 * only Gemini does is in {@link GeminiWireTests}.
 */
class OtherProvidersWireTests {

  @AutoClose private static GeminiMock gemini;

  @BeforeAll
  static void start() {
    gemini = GeminiMock.start();
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, true", "anthropic, false",
    "ollama, true", "ollama, false"
  })
  void runsTwoToolCallsOfOneAnswer(String provider, boolean streamed) throws Exception {
    Agent agent = agent(provider, streamed);

    assertThat(agent.ask("two cities of " + provider))
        .hasNoErrors()
        .isWellFormed()
        .dispatchEndedWith(DispatchStatus.ACK);
    List<ToolCall> calls = agent.toolCalls();
    assertThat(calls)
        .extracting(call -> call.args().text())
        .containsExactly("{\"city\":\"Oslo\"}", "{\"city\":\"Rome\"}");
    assertThat(calls).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("");
    assertThat(agent.answers()).containsExactly("Rain in Oslo, sun in Rome.");
    assertThat(agent.stats()).extracting(GenerationStats::provider).containsOnly(provider);
  }

  /**
   * Ollama stands for DeepSeek and Mistral here, too: Spring AI's models of the three share their
   * clients, {@code RestClient} with Spring AI's error handler, and {@code WebClient}.
   */
  @ParameterizedTest
  @CsvSource({
    "anthropic, true, 429", "anthropic, false, 429",
    "anthropic, true, 500", "anthropic, false, 500",
    "ollama, true, 429", "ollama, false, 429",
    "ollama, true, 500", "ollama, false, 500",
    "openai, true, 500", "openai, false, 500",
    "gemini, true, 429", "gemini, false, 429",
    "gemini, true, 500", "gemini, false, 500"
  })
  void reportsTheProvidersError(String provider, boolean streamed, int status) {
    Agent agent = agent(provider, streamed);

    assertThat(agent.ask((status == 429 ? "always busy" : "always broken") + " with " + provider))
        .hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    AdkException error = agent.errors().getFirst();
    assertThat(error.args().getFirst()).isEqualTo(status);
    assertThat(error.getMessage())
        .contains(provider, "status " + status)
        .contains(status == 429 ? "Too many requests." : "Out of order.");
    assertThat(agent.logKinds()).contains("http-error").doesNotContain("retry-attempt");
  }

  @ParameterizedTest
  @CsvSource({
    "openai, true", "openai, false",
    "gemini, true", "gemini, false"
  })
  void keepsReasoningApartFromTheAnswer(String provider, boolean streamed) throws Exception {
    Agent agent = agent(provider, streamed);

    assertThat(agent.ask("think first, " + provider)).hasNoErrors().isWellFormed();

    assertThat(agent.events()).said("Forty-two.");
    assertThat(agent.answers()).containsExactly("Forty-two.");
    assertThat(agent.thoughts().getFirst().content().value()).isEqualTo("Six times seven.");
  }

  /** Spring AI's error handler gives no headers. */
  @ParameterizedTest
  @CsvSource({
    "anthropic, true, 7000",
    "anthropic, false, 7000",
    "ollama, true, 7000",
    "ollama, false, 0"
  })
  void readsThePauseOfTheProvider(String provider, boolean streamed, int millis) {
    RetryOptions retry =
        RetryOptions.OFF
            .withMaxAttempts(2)
            .withBaseDelay(Duration.ofMillis(1))
            .withMaxDelay(Duration.ofMillis(5));
    Agent agent = agent(provider, options -> options.stream(streamed).retry(retry));

    agent.ask("always busy, again, with " + provider);

    Object waits = ((Map<?, ?>) agent.logged("retry-attempt").payload()).get("retryAfterMs");
    assertThat(waits == null ? 0L : waits).isEqualTo((long) millis);
  }

  /** Spring AI 2.0.0 keeps nothing of signed thinking that could go back. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsThinkingOfAnthropicApartAndSaysItInWords(boolean streamed) throws Exception {
    Agent agent = agent("anthropic", streamed);
    String question = "think and call, streamed " + streamed;

    assertThat(agent.ask(question)).hasNoErrors().isWellFormed();
    assertThat(agent.answers()).containsExactly("Take an umbrella.");
    assertThat(agent.thoughts().getFirst().content().value()).isEqualTo("I need the weather.");
    JsonNode second = MockProviders.start().requests(question).getLast();
    assertThat(second.get("messages").toString()).contains("<thought_", "I need the weather.");
  }

  private static Agent agent(String provider, boolean streamed) {
    return agent(provider, options -> options.stream(streamed));
  }

  private static Agent agent(String provider, UnaryOperator<LlmExecutorOptions.Builder> options) {
    String url = provider.equals("gemini") ? gemini.url() : MockProviders.start().url();
    return Agent.of(RecordedModels.of(provider, url), options);
  }
}
