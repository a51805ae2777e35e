package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A provider that numbers the calls of each answer anew, with all defaults. */
class CountedCallIdsTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  /** More than what a turn loads by default. */
  private static final int TURNS = 25;

  @Test
  void theConversationGoesOnAndEveryCallKeepsItsResult() {
    ContextStarter.of(
            DataSourceAutoConfiguration.class,
            OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
            AdkLlmAutoConfiguration.class,
            AdkAutoConfiguration.class)
        .withUserConfiguration(Agent.class)
        .withPropertyValues("spring.datasource.generate-unique-name=true")
        .run(
            context -> {
              AgentClient client = context.getBean(AgentClient.class);
              for (int turn = 1; turn <= TURNS; turn++) {
                assertThat(client.conversation(SCOPE).send("go on").text()).isEqualTo("done");
              }
              List<ToolCall> stored =
                  context
                      .getBean(JdbcPersistentStorage.class)
                      .fetchToolCalls(AgentContexts.forScope(SCOPE));
              assertThat(stored).hasSizeGreaterThanOrEqualTo(20);
              int oldest = 2 * TURNS - stored.size();
              for (int i = 0; i < stored.size(); i++) {
                assertThat(stored.get(i).providerId()).contains("call_0");
                assertThat(text(stored.get(i))).isEqualTo("result " + (oldest + i + 1));
              }
              assertThat(context.getBean(Counting.class).seen)
                  .hasSize(2 * TURNS)
                  .allSatisfy(CountedCallIdsTests::assertEachResultBelongsToOneCall);
            });
  }

  private static String text(ToolCall call) throws Exception {
    return ((ToolResults.Artifacts) call.results()).items().getFirst().asString();
  }

  private static void assertEachResultBelongsToOneCall(Prompt prompt) {
    List<String> calls = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (Message message : prompt.getInstructions()) {
      if (message instanceof AssistantMessage answer) {
        answer.getToolCalls().forEach(call -> calls.add(call.id()));
      } else if (message instanceof ToolResponseMessage responses) {
        responses.getResponses().forEach(response -> results.add(response.id()));
      }
    }
    assertThat(calls).doesNotHaveDuplicates().isEqualTo(results);
    if (!calls.isEmpty()) {
      assertThat(calls.getFirst()).isEqualTo("call_0");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Agent {

    private final AtomicInteger runs = new AtomicInteger();

    @AgentTool(description = "Counts")
    String count() {
      return "result " + runs.incrementAndGet();
    }

    @Bean
    Counting counting() {
      return new Counting();
    }
  }

  /** Asks for two tools at once, both under the id that it always gives, and then is done. */
  static final class Counting implements ChatModel {

    final List<Prompt> seen = new ArrayList<>();

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model("counting").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      seen.add(prompt);
      List<Message> messages = prompt.getInstructions();
      Message last =
          messages.stream()
              .filter(m -> m instanceof UserMessage || m instanceof ToolResponseMessage)
              .reduce((first, second) -> second)
              .orElseThrow();
      AssistantMessage.ToolCall one =
          new AssistantMessage.ToolCall("call_0", "function", "count", "{}");
      AssistantMessage.ToolCall two =
          new AssistantMessage.ToolCall("call_0", "function", "count", "{ }");
      return last instanceof ToolResponseMessage
          ? answer(new AssistantMessage("done"), "STOP")
          : answer(
              AssistantMessage.builder().content("").toolCalls(List.of(one, two)).build(),
              "TOOL_CALLS");
    }

    private static ChatResponse answer(AssistantMessage message, String reason) {
      return new ChatResponse(
          List.of(
              new Generation(
                  message, ChatGenerationMetadata.builder().finishReason(reason).build())));
    }
  }
}
