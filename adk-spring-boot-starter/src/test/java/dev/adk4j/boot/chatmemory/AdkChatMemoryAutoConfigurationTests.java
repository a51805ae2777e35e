package dev.adk4j.boot.chatmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chatmemory.AdkChatMemory;
import dev.adk4j.springai.chatmemory.AdkChatMemoryRepository;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;

class AdkChatMemoryAutoConfigurationTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              DataSourceAutoConfiguration.class,
              OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
              AdkChatMemoryAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withBean(ScriptedExecutor.class, () -> ScriptedExecutor.saying("hello"))
          .withPropertyValues(
              "adk.storage.noop=tools",
              "adk.jdbc.schema=create-if-missing",
              "spring.datasource.generate-unique-name=true");

  @Test
  void providesRepositoryAndMemoryOverTheStorage() {
    var context = runner.start("adk.chat-memory.max-messages=2");
    assertThat(context)
        .hasSingleBean(ChatMemoryRepository.class)
        .hasSingleBean(AdkChatMemory.class);
    ChatMemory memory = context.getBean(ChatMemory.class);
    for (int i = 0; i < 5; i++) {
      memory.add("c", new UserMessage("message " + i));
    }
    assertThat(memory.get("c"))
        .extracting(Message::getText)
        .containsExactly("message 3", "message 4");
    assertThat(
            context
                .getBean(ConversationHistory.class)
                .search(Scope.conversation("c"), "message", 10, null))
        .hasSize(5);
  }

  @Test
  void givesWayToRepositoriesAndMemoriesOfTheApplication() {
    assertThat(runner.withBean(InMemoryChatMemoryRepository.class).start())
        .doesNotHaveBean(AdkChatMemoryRepository.class)
        .doesNotHaveBean(ChatMemory.class);
    assertThat(
            runner
                .withBean(
                    ChatMemory.class,
                    () -> MessageWindowChatMemory.builder().maxMessages(3).build())
                .start())
        .hasSingleBean(AdkChatMemoryRepository.class)
        .hasSingleBean(ChatMemory.class)
        .doesNotHaveBean(AdkChatMemory.class);
  }

  @Test
  void canBeSwitchedOffAndNeedsBothModules() {
    assertThat(runner.start("adk.chat-memory.enabled=false"))
        .doesNotHaveBean(ChatMemoryRepository.class);
    runner
        .withClassLoader(new FilteredClassLoader(AdkChatMemoryRepository.class))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatMemory.class));
    assertThat(runner.start("adk.chat-memory.max-messages=0")).hasFailed();
  }

  @Test
  void anAgentContinuesTheConversationOfTheUserThatTheResolverNames() {
    var context =
        runner.withBean(ScopeResolver.class, () -> raw -> Scope.of("shop", "ann", null)).start();
    context.getBean(ChatMemory.class).add("c/1", new UserMessage("from Spring AI"));
    context.getBean(AgentClient.class).conversation("c/1").ask("from the agent");
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().messages())
        .extracting(dev.adk4j.primitive.Message::text)
        .containsExactly("from Spring AI", "from the agent");
    assertThat(context.getBean(ChatMemory.class).get("c/1"))
        .extracting(Message::getText)
        .containsExactly("from Spring AI", "from the agent", "hello");
    assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
        .containsExactly("c/1");
  }

  @Test
  void offersTheSearchToolOnRequestWithinTheTurnsScope() {
    runner.run(context -> assertThat(context).doesNotHaveBean(Tool.class));
    ScriptedExecutor executor =
        ScriptedExecutor.turns(
            Script.empty().say("the lamp is blue"),
            Script.empty().say("the lamp of bob is red"),
            Script.empty()
                .callTool("search_history", Map.of("text", "LAMP is"))
                .nextIteration()
                .say("found"));
    ContextStarter.of(
            DataSourceAutoConfiguration.class,
            OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"),
            AdkAutoConfiguration.class)
        .withBean(ScriptedExecutor.class, () -> executor)
        .withPropertyValues(
            "adk.jdbc.search-tool=true",
            "adk.jdbc.schema=create-if-missing",
            "spring.datasource.generate-unique-name=true")
        .run(
            context -> {
              AgentClient agent = context.getBean(AgentClient.class);
              agent.conversation("ann", "old").ask("Which lamp?");
              agent.conversation("bob", "old").ask("Which lamp?");
              agent.conversation("ann", "new").ask("What was it?");
              List<ToolCall> calls = executor.lastSeen().toolCalls();
              assertThat(calls)
                  .singleElement()
                  .satisfies(
                      call ->
                          assertThat(call.text())
                              .contains("the lamp is blue")
                              .doesNotContain("bob")
                              .doesNotContain("next"));
            });
  }
}
