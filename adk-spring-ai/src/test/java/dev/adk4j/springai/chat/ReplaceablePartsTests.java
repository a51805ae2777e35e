package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptRenderers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;

/** What an application writes or puts together in its own way, in each layer of options. */
class ReplaceablePartsTests {

  private static final PromptRenderers.Layer SHOUTED = messages("SHOUTED");

  private final ScriptedChatModel model = new ScriptedChatModel();

  @Test
  void usesALayerOfTheStashWhileItIsThere() {
    model.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"))).then(text("done"));
    Agent agent =
        agent(LlmExecutorOptions.builder()).before(stash(0, Map.of("renderers", SHOUTED)));

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(prompt(0)).contains("SHOUTED").doesNotContain("Hi");
    assertThat(prompt(1)).contains("Hi").doesNotContain("SHOUTED");
  }

  @Test
  void combinesAllLayersAndPrefersTheHighest() {
    model.then(calls(call("a", "weather", "{\"city\":\"Oslo\"}"))).then(text("done"));
    Agent agent =
        new Agent(
                ChatModelExecutor.builder(model)
                    .options(
                        LlmExecutorOptions.builder()
                            .autoAck(true)
                            .renderers(messages("LOW"))
                            .renderers(ReplaceablePartsTests::results)
                            .build())
                    .build()
                    .with(LlmOptionsPatch.of(Map.of("renderers", messages("MIDDLE")))))
            .before(stash(1, Map.of("renderers", SHOUTED)));

    assertThat(agent.ask("Hi")).hasNoErrors();

    assertThat(prompt(0)).contains("MIDDLE").doesNotContain("LOW");
    assertThat(prompt(1)).contains("SHOUTED", "RESULT").doesNotContain("MIDDLE");
  }

  private static PromptRenderers.Layer messages(String text) {
    return below ->
        new PromptRenderers() {
          @Override
          public PromptRenderers below() {
            return below;
          }

          @Override
          public String message(View<dev.adk4j.primitive.Message> m, Speaker by, String from) {
            return text;
          }
        };
  }

  private static PromptRenderers results(PromptRenderers below) {
    return new PromptRenderers() {
      @Override
      public PromptRenderers below() {
        return below;
      }

      @Override
      public String toolResult(
          ToolCall call, @Nullable Tool tool, Block result, PromptRenderers parts) {
        return "RESULT";
      }
    };
  }

  @Test
  void rejectsOtherTypesByName() {
    assertThatThrownBy(() -> LlmOptionsPatch.of(Map.of("renderers", "loud")))
        .hasMessageContaining("renderers")
        .hasMessageContaining("PromptRenderers.Layer");
    assertThatThrownBy(() -> LlmOptionsPatch.of(Map.of("renderers.messages", SHOUTED)))
        .hasMessageContaining("renderers.messages");
  }

  @Test
  void joinsFragmentsOfCallsAsTheApplicationDoes() throws Exception {
    model
        .then(calls(call("1", "wea", "{\"city\"")), calls(call("1", "ther", ":\"Oslo\"}")))
        .then(text("done"));
    Agent agent = agent(LlmExecutorOptions.builder().toolCallAccumulator(NameFragments::new));

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(agent.toolCalls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.tool()).isEqualTo("weather");
              assertThat(call.args().text()).isEqualTo("{\"city\":\"Oslo\"}");
            });
    assertThat(agent.toolCalls()).extracting(ToolCall::isError).containsExactly(false);
  }

  @Test
  void callsAllTapsAfterOneFails() {
    model.then(text("Hello"));
    List<String> seen = new ArrayList<>();
    PromptTap broken =
        (id, messages, options, streamed) -> {
          throw new IllegalStateException("a tap's own problem");
        };
    AnswerTap brokenToo =
        (id, raw, text, reasoning, calls, streamed) -> {
          throw new IllegalStateException("a tap's own problem");
        };
    Agent agent =
        new Agent(
            ChatModelExecutor.builder(model)
                .options(LlmExecutorOptions.builder().autoAck(true).build())
                .promptTap(broken.andThen((id, messages, options, streamed) -> seen.add("prompt")))
                .answerTap(
                    brokenToo.andThen(
                        (id, raw, text, reasoning, calls, streamed) -> seen.add(text)))
                .build());

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(seen).containsExactly("prompt", "Hello");
  }

  /** For a server that cuts names as well. */
  private static final class NameFragments implements ToolCallAccumulator {

    private final List<AssistantMessage.ToolCall> parts = new ArrayList<>();

    @Override
    public void add(AssistantMessage.ToolCall part) {
      parts.add(part);
    }

    @Override
    public List<AssistantMessage.ToolCall> calls() {
      return parts.isEmpty()
          ? List.of()
          : List.of(
              call(
                  parts.getFirst().id(),
                  parts.stream().map(AssistantMessage.ToolCall::name).collect(Collectors.joining()),
                  parts.stream()
                      .map(AssistantMessage.ToolCall::arguments)
                      .collect(Collectors.joining())));
    }
  }

  private static DispatchMiddleware stash(int iteration, Map<String, Object> options) {
    return (ctx, next) -> {
      if (ctx.iteration() == iteration) {
        ctx.stash().set(ChatModelExecutor.STASH_KEY, options);
      } else {
        ctx.stash().remove(ChatModelExecutor.STASH_KEY);
      }
      next.proceed();
    };
  }

  private String prompt(int call) {
    return model.prompts.get(call).getInstructions().stream()
        .map(Message::toString)
        .collect(Collectors.joining("\n"));
  }

  private Agent agent(LlmExecutorOptions.Builder options) {
    return new Agent(
        ChatModelExecutor.builder(model).options(options.autoAck(true).build()).build());
  }
}
