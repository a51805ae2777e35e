package dev.adk4j.springai.chat;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.Thought;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.test.EventRecorder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.deepseek.DeepSeekAssistantMessage;
import reactor.core.publisher.Flux;

/**
 * The same conversation with the providers whose models are not among the tests' dependencies, over
 * what those models of Spring AI give.
 */
class RecordedProvidersTests {

  private final ScriptedChatModel model = new ScriptedChatModel();

  static Stream<Arguments> providers() {
    return Stream.of(RecordedAnswers.values())
        .flatMap(
            answers -> Stream.of(true, false).map(streamed -> Arguments.of(answers, streamed)));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void answers(RecordedAnswers provider, boolean streamed) throws Exception {
    model.then(provider.words(streamed));
    Agent agent = agent(provider, streamed);

    EventRecorder events = agent.ask("Hi");

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Rain in Oslo, sun in Rome.");
    assertThat(events).said("Rain in Oslo, sun in Rome.");
    GenerationStats stats = agent.stats().getFirst();
    assertThat(stats.provider()).isEqualTo(provider.dialect);
    assertThat(stats.totalTokens()).isEqualTo(28);
    assertThat(stats.finishReason()).isIn("stop", "end_turn");
  }

  @ParameterizedTest
  @MethodSource("providers")
  void sendsTheResultsOfTwoCallsBackInOrder(RecordedAnswers provider, boolean streamed)
      throws Exception {
    model.then(provider.calls(streamed)).then(provider.words(streamed));
    Agent agent = agent(provider, streamed);

    assertThat(agent.ask("Hi")).hasNoErrors().isWellFormed();
    assertThat(agent.answers()).containsExactly("Let me look.", "Rain in Oslo, sun in Rome.");

    assertThat(agent.toolCalls())
        .extracting(call -> call.providerId().orElseThrow())
        .containsExactly("call_1", "call_2");
    List<Message> second = model.prompts.getLast().getInstructions();
    assertThat(second).extracting(Message::getMessageType).startsWith(MessageType.SYSTEM);
    assertThat(second)
        .filteredOn(message -> message.getMessageType() == MessageType.SYSTEM)
        .hasSize(1);
    AssistantMessage asked = withCalls(second);
    assertThat(asked.getToolCalls())
        .extracting(AssistantMessage.ToolCall::arguments)
        .containsExactly("{\"city\":\"Oslo\"}", "{\"city\":\"Rome\"}");
    ToolResponseMessage results = (ToolResponseMessage) second.get(second.indexOf(asked) + 1);
    assertThat(results.getResponses())
        .extracting(ToolResponseMessage.ToolResponse::id)
        .containsExactly("call_1", "call_2");
    assertThat(results.getResponses().getFirst().responseData()).contains("rain in Oslo");
    assertThat(results.getResponses().getLast().responseData()).contains("rain in Rome");
    assertThat(second).allMatch(message -> message.getMetadata().size() == 1, "type and no more");
  }

  @ParameterizedTest
  @MethodSource("providers")
  void keepsReasoningApartAndSendsItBack(RecordedAnswers provider, boolean streamed)
      throws Exception {
    model.then(provider.calls(streamed)).then(provider.words(streamed));
    Agent agent = agent(provider, streamed);

    agent.ask("Hi");

    assertThat(agent.thoughts())
        .extracting(Thought::content)
        .first()
        .extracting(content -> content.value())
        .isEqualTo(RecordedAnswers.THOUGHT);
    List<Message> second = model.prompts.getLast().getInstructions();
    AssistantMessage asked = withCalls(second);
    boolean inWords = second.stream().anyMatch(m -> m.getText().contains(RecordedAnswers.THOUGHT));
    switch (provider) {
      case DEEPSEEK -> {
        assertThat(((DeepSeekAssistantMessage) asked).getReasoningContent())
            .isEqualTo(RecordedAnswers.THOUGHT);
        assertThat(inWords).as("Spring AI 2.0 leaves it out of its message").isTrue();
      }
      case MISTRAL -> assertThat(inWords).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void writesThoughtsAsTextInLaterTurns(RecordedAnswers provider, boolean streamed)
      throws Exception {
    model.then(provider.calls(streamed)).then(provider.words(streamed));
    model.then(provider.words(streamed));
    Agent agent = agent(provider, streamed);
    agent.ask("Hi");

    agent.ask("And now?");

    List<Message> third = model.prompts.getLast().getInstructions();
    assertThat(withCalls(third).getClass()).isEqualTo(AssistantMessage.class);
    assertThat(third).anyMatch(m -> m.getText().contains(RecordedAnswers.THOUGHT));
  }

  /** Both of their models log what they cannot read of a chunk, and give an empty one. */
  @ParameterizedTest
  @MethodSource("providers")
  void takesAResponseWithoutAnAnswerForAFailure(RecordedAnswers provider, boolean streamed) {
    model.then(Flux.just(new ChatResponse(List.of())));
    Agent agent = agent(provider, streamed);

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
  }

  private Agent agent(RecordedAnswers provider, boolean streamed) {
    return Agent.of(
        model, provider.dialect, options -> Agent.tellingErrors(options).stream(streamed));
  }

  private static AssistantMessage withCalls(List<Message> messages) {
    return messages.stream()
        .filter(message -> message instanceof AssistantMessage a && a.hasToolCalls())
        .map(AssistantMessage.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
