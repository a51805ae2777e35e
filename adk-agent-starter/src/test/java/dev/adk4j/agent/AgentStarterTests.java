package dev.adk4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.tool.AgentTool;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** This module, a model and a driver are an agent that remembers. */
class AgentStarterTests {

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @Test
  void answersWithAToolAndFindsTheConversationAfterARestart() {
    try (ConfigurableApplicationContext context = start()) {
      AgentClient agent = context.getBean(AgentClient.class);
      assertThat(agent.conversation("ann", "c1").ask("Where is 4711?"))
          .startsWith("The tool said:")
          .contains("Order 4711 is shipped");
    }
    try (ConfigurableApplicationContext context = start()) {
      AgentClient agent = context.getBean(AgentClient.class);
      agent.conversation("ann", "c1").ask("And now?");
      assertThat(
              context
                  .getBean(JdbcClient.class)
                  .sql("select count(*) from adk_message")
                  .query(Integer.class)
                  .single())
          .isEqualTo(4);
    }
  }

  private ConfigurableApplicationContext start() {
    return new SpringApplicationBuilder(Application.class)
        .properties("spring.datasource.url=" + url, "spring.main.banner-mode=off")
        .run();
  }

  @SpringBootApplication
  static class Application {

    @Bean
    Orders orders() {
      return new Orders();
    }

    /** Stands for a model starter. */
    @Bean
    ChatModel model() {
      return AgentStarterTests::answer;
    }
  }

  static class Orders {
    @AgentTool(description = "Finds an order.")
    String find(String number) {
      return "Order " + number + " is shipped";
    }
  }

  private static ChatResponse answer(Prompt prompt) {
    if (prompt.getInstructions().getLast() instanceof ToolResponseMessage result) {
      return said("The tool said: " + result.getResponses().getFirst().responseData());
    }
    AssistantMessage.ToolCall call =
        new AssistantMessage.ToolCall("1", "function", "find", "{\"number\":\"4711\"}");
    return prompt.getInstructions().getLast().getText().contains("4711")
        ? response(AssistantMessage.builder().toolCalls(List.of(call)).build())
        : said("I do not know.");
  }

  private static ChatResponse said(String text) {
    return response(new AssistantMessage(text));
  }

  private static ChatResponse response(AssistantMessage message) {
    return new ChatResponse(List.of(new Generation(message)));
  }
}
