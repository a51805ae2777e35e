package t05;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.spring.AiService;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.*;

// There is no approval: the tool waits, and its thread with it, and both are lost with the process.
@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant, Refunds refunds) {
  @Component
  static class Refunds {
    final Map<String, CompletableFuture<Boolean>> open = new ConcurrentHashMap<>();

    @Tool("Refund an order")
    String refund(String order) {
      return open.computeIfAbsent(order, o -> new CompletableFuture<>()).join() ? "refunded " + order : "denied";
    }
  }

  @AiService
  interface Assistant {
    String chat(String text);
  }

  @GetMapping("/ask")
  Callable<String> ask(@RequestParam String q) {
    return () -> assistant.chat(q);
  }

  @GetMapping("/open")
  Set<String> open() {
    return refunds.open.keySet();
  }

  @GetMapping("/decide/{order}")
  void decide(@PathVariable String order, @RequestParam boolean ok) {
    refunds.open.remove(order).complete(ok);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
