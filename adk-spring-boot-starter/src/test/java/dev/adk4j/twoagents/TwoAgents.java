package dev.adk4j.twoagents;

import dev.adk4j.boot.service.AgentService;
import dev.adk4j.boot.service.ConversationId;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.tool.AgentTool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** An application with two agents. A nested class of a test would not be scanned. */
final class TwoAgents {

  private TwoAgents() {}

  @AgentService("support")
  interface Support {
    String hello(String text);

    AgentStream chat(@ConversationId String id, String text);
  }

  @Component
  record Shop(AgentClient agent, @Qualifier("sales") AgentClient sales, Support support) {
    @AgentTool("Finds an order.")
    String find(String number) {
      return "order " + number;
    }
  }

  @SpringBootApplication
  static class App {
    @Bean
    ChatModel large() {
      return new Model("large");
    }

    @Bean
    ChatModel small() {
      return new Model("small");
    }

    @Bean
    dev.adk4j.turn.ScopeResolver owner() {
      return raw -> dev.adk4j.value.Scope.of("acme", "ann", null);
    }
  }

  /** Answers with what it was given. */
  record Model(String name, List<String> models) implements ChatModel {

    Model(String name) {
      this(name, new CopyOnWriteArrayList<>());
    }

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model(name).build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      List<String> tools =
          ((ToolCallingChatOptions) prompt.getOptions())
              .getToolCallbacks().stream().map(tool -> tool.getToolDefinition().name()).toList();
      return new ChatResponse(
          List.of(
              new Generation(
                  new AssistantMessage(
                      name + ": " + prompt.getSystemMessage().getText() + " " + tools))));
    }
  }
}
