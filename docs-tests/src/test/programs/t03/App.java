package t03;

import dev.adk4j.client.AgentClient;
import dev.adk4j.tool.AgentTool;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(AgentClient agent) {
  record Order(String number, String status) {}

  @AgentTool("Status of an order")
  String orderStatus(String number) {
    return "Order " + number + " is shipped";
  }

  @GetMapping("/order")
  Order order(@RequestParam String q) {
    return agent.ask(q, Order.class);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
