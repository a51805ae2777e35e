package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.test.EventRecorder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import reactor.core.publisher.Flux;

/** Which answers are complete, in the forms in which Spring AI's models say so or do not. */
class AnswerEndTests {

  private final ScriptedChatModel model = new ScriptedChatModel();

  /**
   * The reason is on the last chunk; "none" is one without metadata, "empty" one with none in it.
   */
  @ParameterizedTest
  @CsvSource({
    "openai, STOP, true",
    "openai, LENGTH, true",
    "openai, CONTENT_FILTER, true",
    "openai, empty, false",
    "openai, ' ', false",
    "openai, _UNKNOWN, false",
    "openai, none, true",
    "anthropic, end_turn, true",
    "anthropic, pause_turn, true",
    "anthropic, empty, false",
    "anthropic, none, false",
    "gemini, STOP, true",
    "gemini, MAX_TOKENS, true",
    "gemini, FINISH_REASON_UNSPECIFIED, false",
    "ollama, stop, true",
    "ollama, done, true",
    "ollama, none, false",
    "bedrock, end_turn, true",
    "bedrock, guardrail_intervened, true",
    "bedrock, none, false",
    "deepseek, STOP, true",
    "deepseek, insufficient_system_resource, false",
    "deepseek, empty, false",
    "mistral, STOP, true",
    "mistral, MODEL_LENGTH, true",
    "mistral, ERROR, false",
    "mistral, empty, false",
    "openai, tool_calls, true",
    "openai, error, false",
    "anthropic, refusal, true",
    "anthropic, model_context_window_exceeded, true",
    "anthropic, stop_sequence, true",
    "gemini, SAFETY, true",
    "gemini, RECITATION, true",
    "ollama, load, true",
    "bedrock, content_filtered, true",
    "bedrock, ' ', false",
    "deepseek, content_filter, true",
    "mistral, tool_calls, true",
    "generic, whatever, true",
    "generic, empty, false",
    "generic, none, true"
  })
  void storesAStreamedAnswerThatIsComplete(String dialect, String reason, boolean complete)
      throws Exception {
    model.then(said("It rains ", null), said("in Oslo.", reason));
    Agent agent = agent(dialect, true);

    EventRecorder events = agent.ask("Hi");

    if (complete) {
      assertThat(events).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
      assertThat(agent.answers()).containsExactly("It rains in Oslo.");
    } else {
      assertThat(events).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
      assertThat(agent.answers()).isEmpty();
    }
  }

  /** A response that came whole is complete, unless it tells of a failure. */
  @ParameterizedTest
  @CsvSource({
    "openai, empty, true",
    "openai, none, true",
    "anthropic, empty, true",
    "gemini, STOP, true",
    "ollama, none, true",
    "bedrock, empty, true",
    "deepseek, insufficient_system_resource, false",
    "mistral, ERROR, false",
    "generic, none, true"
  })
  void storesAWholeAnswerThatIsComplete(String dialect, String reason, boolean complete)
      throws Exception {
    model.then(said("It rains in Oslo.", reason));
    Agent agent = agent(dialect, false);

    EventRecorder events = agent.ask("Hi");

    if (complete) {
      assertThat(events).hasNoErrors();
      assertThat(agent.answers()).containsExactly("It rains in Oslo.");
    } else {
      assertThat(events).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
      assertThat(agent.answers()).isEmpty();
      assertThat(agent.errors().getFirst().getMessage()).containsIgnoringCase(reason);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void takesNothingForAnAnswerOfAnthropicThatHasNothingToAdd(boolean streamed) {
    model.then(Flux.just(new ChatResponse(List.of())));

    assertThat(agent("anthropic", streamed).ask("Hi")).hasNoErrors();
  }

  /** The arguments are an object, but need not be all of it: some providers send them as one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "LENGTH",
        "max_tokens",
        "MODEL_LENGTH",
        "CONTENT_FILTER",
        "guardrail_intervened",
        "MALFORMED_FUNCTION_CALL"
      })
  void doesNotRunACallOfAnAnswerThatWasCutShort(String reason) throws Exception {
    model.then(
        new ChatResponse(
            List.of(
                new Generation(
                    AssistantMessage.builder()
                        .content("")
                        .toolCalls(List.of(call("a", "weather", "{\"city\":\"Os\"}")))
                        .build(),
                    ChatGenerationMetadata.builder().finishReason(reason).build()))));
    model.then(text("Again."));
    Agent agent = agent("openai", true);

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(agent.toolCalls())
        .singleElement()
        .satisfies(made -> assertThat(made.isError()).isTrue());
    assertThat(Agent.result(agent.toolCalls().getFirst()))
        .contains(reason.toLowerCase(java.util.Locale.ROOT));
    assertThat(agent.answers()).containsExactly("Again.");
  }

  private static ChatResponse said(String text, @Nullable String reason) {
    AssistantMessage message = new AssistantMessage(text);
    if (reason == null || reason.equals("none")) {
      ChatGenerationMetadata metadata =
          reason == null
              ? ChatGenerationMetadata.builder().finishReason("").build()
              : ChatGenerationMetadata.NULL;
      return new ChatResponse(List.of(new Generation(message, metadata)));
    }
    return new ChatResponse(
        List.of(
            new Generation(
                message,
                ChatGenerationMetadata.builder()
                    .finishReason(reason.equals("empty") || reason.equals("done") ? "" : reason)
                    .build())),
        ChatResponseMetadata.builder().keyValue("done", reason.equals("done")).build());
  }

  private Agent agent(String dialect, boolean streamed) {
    return Agent.of(model, dialect, options -> Agent.tellingErrors(options).stream(streamed));
  }
}
