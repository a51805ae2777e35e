package t02;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.spring.AiService;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant) {
  @Component
  static class Orders {
    @Tool("Status of an order")
    String orderStatus(String number) {
      return "Order " + number + " is shipped";
    }
  }

  @AiService
  interface Assistant {
    String chat(String text);
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return assistant.chat(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
