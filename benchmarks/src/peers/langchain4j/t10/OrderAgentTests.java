package t02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.*;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.util.*;
import org.junit.jupiter.api.Test;

// There is no scripted model.
class OrderAgentTests {
  static class Scripted implements ChatModel {
    final Deque<AiMessage> answers = new ArrayDeque<>();
    final List<ChatRequest> requests = new ArrayList<>();

    public ChatResponse doChat(ChatRequest request) {
      requests.add(request);
      return ChatResponse.builder().aiMessage(answers.remove()).build();
    }
  }

  @Test
  void looksTheOrderUp() {
    var model = new Scripted();
    var call = ToolExecutionRequest.builder().id("1").name("orderStatus").arguments("{\"number\":\"4711\"}").build();
    model.answers.addAll(List.of(AiMessage.from(call), AiMessage.from("It is shipped.")));
    var agent = AiServices.builder(App.Assistant.class).chatModel(model).tools(new App.Orders()).build();
    assertThat(agent.chat("Where is 4711?")).isEqualTo("It is shipped.");
    var result = (ToolExecutionResultMessage) model.requests.getLast().messages().getLast();
    assertThat(result.text()).contains("Order 4711 is shipped");
  }
}
