package t02;

import dev.adk4j.client.AgentClient;
import dev.adk4j.tool.AgentTool;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(AgentClient agent) {
  @AgentTool("Status of an order")
  String orderStatus(String number) {
    return "Order " + number + " is shipped";
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return agent.ask(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
