package t02;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.*;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.*;
import org.springframework.ai.chat.model.*;
import org.springframework.ai.chat.prompt.*;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

// There is no scripted model; without these options no tool would run.
class OrderAgentTests {
  static class Scripted implements ChatModel {
    final Deque<AssistantMessage> answers = new ArrayDeque<>();
    final List<Prompt> prompts = new ArrayList<>();

    public ChatResponse call(Prompt prompt) {
      prompts.add(prompt);
      return new ChatResponse(List.of(new Generation(answers.remove())));
    }

    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().build();
    }
  }

  @Test
  void looksTheOrderUp() {
    var model = new Scripted();
    var call = new AssistantMessage.ToolCall("1", "function", "orderStatus", "{\"number\":\"4711\"}");
    model.answers.add(AssistantMessage.builder().toolCalls(List.of(call)).build());
    model.answers.add(new AssistantMessage("It is shipped."));
    assertThat(new App(ChatClient.builder(model)).ask("Where is 4711?")).isEqualTo("It is shipped.");
    var result = (ToolResponseMessage) model.prompts.getLast().getInstructions().getLast();
    assertThat(result.getResponses().getFirst().responseData()).contains("Order 4711 is shipped");
  }
}
