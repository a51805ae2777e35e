package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.springai.failure.ProviderFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import reactor.core.publisher.Flux;

/** What a provider wants back of its own reasoning, and what it is sent where it does not. */
class ReasoningReplayTests {

  private static final String KEY = "reasoningContent";

  private final ScriptedChatModel model = new ScriptedChatModel();
  private final Agent agent =
      new Agent(
          ChatModelExecutor.builder(model)
              .options(LlmExecutorOptions.builder().autoAck(true).build())
              .dialect(ProviderDialects.builtIn().named("openai"))
              .classifier(
                  thrown ->
                      Optional.of(
                          new ProviderFailure(
                              ProviderFailure.Kind.HTTP,
                              400,
                              String.valueOf(thrown.getMessage()),
                              Duration.ZERO)))
              .build());

  @Test
  void omitsReplayedThoughtsFromTheText() {
    model.then(thoughtfulCall()).then(text("done"));

    assertThat(agent.ask("Hi")).hasNoErrors();

    List<Message> second = model.prompts.getLast().getInstructions();
    assertThat(withCalls(second).getMetadata()).containsEntry(KEY, "Look it up.");
    assertThat(second).noneMatch(message -> message.getText().contains("Look it up."));
  }

  @Test
  void writesThoughtsAsTextInLaterTurns() {
    model.then(thoughtfulCall()).then(text("done")).then(text("again"));
    agent.ask("Hi");

    agent.ask("And now?");

    List<Message> third = model.prompts.getLast().getInstructions();
    assertThat(withCalls(third).getMetadata()).doesNotContainKey(KEY);
    assertThat(third).anyMatch(message -> message.getText().contains("Look it up."));
  }

  @Test
  void writesThoughtsOfUnsentCallsAsText() {
    model.then(thoughtfulCall()).then(text("done"));
    agent.preparing(
        ctx -> {
          if (ctx.iteration() > 0) {
            ctx.turnToolCalls().clear();
          }
        });

    agent.ask("Hi");

    assertThat(model.prompts.getLast().getInstructions())
        .anyMatch(message -> message.getText().contains("Look it up."));
  }

  @Test
  void repeatsARejectedReplayWithText() throws Exception {
    model
        .then(thoughtfulCall())
        .then(Flux.error(new IllegalStateException("reasoning item is invalid")))
        .then(text("done"));

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(agent.answers()).containsExactly("done");
    assertThat(agent.logKinds()).contains("reasoning-replay-rejected");
    List<Message> third = model.prompts.getLast().getInstructions();
    assertThat(withCalls(third).getMetadata()).doesNotContainKey(KEY);
    assertThat(third).anyMatch(message -> message.getText().contains("Look it up."));
  }

  @Test
  void treatsARefusalAsOrdinaryIfNoReasoningWasSent() {
    model.then(Flux.error(new IllegalStateException("reasoning item is invalid")));

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);
    assertThat(agent.logKinds()).doesNotContain("reasoning-replay-rejected");
    assertThat(model.prompts).hasSize(1);
  }

  @Test
  void reportsASecondRefusal() {
    model
        .then(thoughtfulCall())
        .then(Flux.error(new IllegalStateException("reasoning item is invalid")))
        .then(Flux.error(new IllegalStateException("reasoning item is missing")));

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_REASONING_REPLAY_REJECTED);
    assertThat(model.prompts).hasSize(3);
  }

  @Test
  void reportsADifferentSecondRefusal() {
    model
        .then(thoughtfulCall())
        .then(Flux.error(new IllegalStateException("reasoning item is invalid")))
        .then(Flux.error(new IllegalStateException("no such model")));

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);
  }

  private static ChatResponse thoughtfulCall() {
    return new ChatResponse(
        List.of(
            new Generation(
                AssistantMessage.builder()
                    .content("")
                    .properties(Map.of(KEY, "Look it up."))
                    .toolCalls(List.of(call("a", "weather", "{\"city\":\"Oslo\"}")))
                    .build())));
  }

  private static AssistantMessage withCalls(List<Message> messages) {
    return messages.stream()
        .filter(message -> message instanceof AssistantMessage a && a.hasToolCalls())
        .map(AssistantMessage.class::cast)
        .findFirst()
        .orElseGet(() -> new AssistantMessage(""));
  }
}
