package t06;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant) {
  @AiService
  interface Assistant {
    String chat(@MemoryId String id, @UserMessage String text);
  }

  @Bean
  static ChatMemoryProvider memory(MyMemory store) {
    return id -> MessageWindowChatMemory.builder().id(id).maxMessages(20).chatMemoryStore(store).build();
  }

  @GetMapping("/chat/{id}")
  String chat(@PathVariable String id, @RequestParam String q) {
    return assistant.chat(id, q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
