package t06;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat, ChatMemory memory) {
  @GetMapping("/chat/{id}")
  String chat(@PathVariable String id, @RequestParam String q) {
    return chat.build().prompt(q).advisors(MessageChatMemoryAdvisor.builder(memory).build())
        .advisors(a -> a.param(ChatMemory.CONVERSATION_ID, id)).call().content();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
