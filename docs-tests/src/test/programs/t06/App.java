package t06;

import dev.adk4j.client.AgentClient;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(AgentClient agent) {
  @GetMapping("/chat/{id}")
  String chat(@PathVariable String id, @RequestParam String q) {
    return agent.conversation("ann", id).ask(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
