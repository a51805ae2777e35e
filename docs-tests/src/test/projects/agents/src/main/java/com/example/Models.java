package com.example;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;

/** Two models that are here without a network; two model starters take their place. */
@Configuration
class Models {

  @Bean
  ChatModel large() {
    return new Model("large") {
      @Override
      AssistantMessage answer(List<Message> messages) {
        if (messages.getLast() instanceof ToolResponseMessage found) {
          return new AssistantMessage(found.getResponses().getLast().responseData());
        }
        return AssistantMessage.builder()
            .toolCalls(
                List.of(
                    new AssistantMessage.ToolCall(
                        "1", "function", "findOrder", "{\"number\":\"4711\"}")))
            .build();
      }
    };
  }

  @Bean
  ChatModel small() {
    return new Model("small") {
      @Override
      AssistantMessage answer(List<Message> messages) {
        return new AssistantMessage("{\"value\":\"REFUND\"}");
      }
    };
  }

  abstract static class Model implements ChatModel {

    private final String name;

    Model(String name) {
      this.name = name;
    }

    abstract AssistantMessage answer(List<Message> messages);

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model(name).build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      return new ChatResponse(List.of(new Generation(answer(prompt.getInstructions()))));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.just(call(prompt));
    }
  }
}
