package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.test.EventRecorder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;

/**
 * The executor with Spring AI's other models against the same mock, in their own interfaces. Not
 * Gemini: the mock leaves out the model's version, which Spring AI insists on.
 */
class OtherProvidersWireTests {

  @ParameterizedTest
  @CsvSource({
    "anthropic, true", "anthropic, false",
    "ollama, true", "ollama, false"
  })
  void answers(String provider, boolean streamed) throws Exception {
    Agent agent = agent(provider, streamed);

    EventRecorder events = agent.ask("say hello to " + provider);

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Hello from the other side of the wire.");
    assertThat(agent.stats()).extracting(GenerationStats::provider).containsExactly(provider);
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, true", "anthropic, false",
    "ollama, true", "ollama, false"
  })
  void runsTwoToolCallsOfOneAnswer(String provider, boolean streamed) throws Exception {
    Agent agent = agent(provider, streamed);

    EventRecorder events = agent.ask("two cities of " + provider);

    assertThat(events).hasNoErrors().isWellFormed();
    List<ToolCall> calls = agent.toolCalls();
    assertThat(calls)
        .extracting(call -> call.args().text())
        .containsExactly("{\"city\":\"Oslo\"}", "{\"city\":\"Rome\"}");
    assertThat(calls).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("");
    assertThat(agent.answers()).containsExactly("Rain in Oslo, sun in Rome.");
  }

  private static Agent agent(String provider, boolean streamed) {
    String url = MockProviders.start().url();
    ChatModel model =
        switch (provider) {
          case "anthropic" -> anthropic(url);
          case "ollama" -> ollama(url);
          default -> throw new IllegalArgumentException(provider);
        };
    return new Agent(
        ChatModelExecutor.builder(model)
            .options(LlmExecutorOptions.builder().autoAck(true).stream(streamed).build())
            .build());
  }

  private static ChatModel anthropic(String url) {
    return AnthropicChatModel.builder()
        .options(
            AnthropicChatOptions.builder()
                .baseUrl(url)
                .apiKey("no-key")
                .model("claude-mock")
                .maxTokens(1000)
                .maxRetries(0)
                .build())
        .build();
  }

  private static ChatModel ollama(String url) {
    return OllamaChatModel.builder()
        .ollamaApi(OllamaApi.builder().baseUrl(url).build())
        .options(OllamaChatOptions.builder().model("mock").build())
        .build();
  }
}
