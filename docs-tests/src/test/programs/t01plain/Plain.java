package t01plain;

import dev.adk4j.client.AgentClient;
import dev.adk4j.springai.chat.ChatModelExecutor;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

class Plain {
  public static void main(String[] args) {
    var model = OpenAiChatModel.builder().options(OpenAiChatOptions.builder().model("gpt-4.1-mini").build()).build();
    System.out.println(AgentClient.of(ChatModelExecutor.of(model)).ask("Hi"));
  }
}
