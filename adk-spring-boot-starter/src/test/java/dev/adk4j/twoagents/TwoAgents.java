package dev.adk4j.twoagents;

import dev.adk4j.boot.AnsweringModel;
import dev.adk4j.boot.service.AgentService;
import dev.adk4j.boot.service.ConversationId;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.tool.AgentTool;
import java.util.List;
import org.springframework.ai.chat.model.ChatModel;
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
  static final class Model extends AnsweringModel {

    private final String name;

    Model(String name) {
      super(name);
      this.name = name;
    }

    @Override
    protected String answer(Prompt prompt) {
      List<String> tools =
          ((ToolCallingChatOptions) prompt.getOptions())
              .getToolCallbacks().stream().map(tool -> tool.getToolDefinition().name()).toList();
      return name + ": " + prompt.getSystemMessage().getText() + " " + tools;
    }
  }
}
