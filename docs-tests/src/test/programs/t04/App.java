package t04;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(AgentClient agent) {
  @GetMapping("/stream/{id}")
  AgentStream stream(@PathVariable String id, @RequestParam String q) {
    return agent.conversation("ann", id).stream(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
