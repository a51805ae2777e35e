package t01;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat) {
  @GetMapping("/hello")
  String hello(@RequestParam String q) {
    return chat.build().prompt(q).call().content();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
