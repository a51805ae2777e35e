package t03;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat) {
  record Order(String number, String status) {}

  @Tool(description = "Status of an order")
  String orderStatus(String number) {
    return "Order " + number + " is shipped";
  }

  @GetMapping("/order")
  Order order(@RequestParam String q) {
    return chat.build().prompt(q).tools(this).call().entity(Order.class);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
