package t01plain;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

class Plain {
  public static void main(String[] args) {
    var model = OpenAiChatModel.builder().options(OpenAiChatOptions.builder().model("gpt-4.1-mini").build()).build();
    System.out.println(ChatClient.create(model).prompt("Hi").call().content());
  }
}
