package t11;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.*;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatModel model) {
  @Component
  record Tokens(MeterRegistry meters) implements ChatModelListener {
    public void onResponse(ChatModelResponseContext context) {
      var usage = context.chatResponse().tokenUsage();
      meters.counter("tokens", "type", "input").increment(usage.inputTokenCount());
      meters.counter("tokens", "type", "output").increment(usage.outputTokenCount());
    }
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return model.chat(q);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
