package t01;

import dev.langchain4j.model.chat.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatModel model) {
  @GetMapping("/hello")
  String hello(@RequestParam String q) {
    return model.chat(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
