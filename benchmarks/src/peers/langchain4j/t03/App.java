package t03;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.spring.AiService;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant) {
  record Order(String number, String status) {}

  @Component
  static class Orders {
    @Tool("Status of an order")
    String orderStatus(String number) {
      return "Order " + number + " is shipped";
    }
  }

  @AiService
  interface Assistant {
    Order order(String text);
  }

  @GetMapping("/order")
  Order order(@RequestParam String q) {
    return assistant.order(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
