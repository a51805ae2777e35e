package t05;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.ai.chat.client.AdvisorParams;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

// There is no approval; what waits is kept in this process and lost with it.
@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat, ToolCallingManager tools) {
  record Open(Prompt prompt, ChatResponse response) {}

  static final Map<String, Open> OPEN = new ConcurrentHashMap<>();

  @Tool(description = "Refund an order")
  String refund(String order) {
    return "refunded " + order;
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    var options = ToolCallingChatOptions.builder().toolCallbacks(ToolCallbacks.from(this)).build();
    return turn(new Prompt(q, options));
  }

  @GetMapping("/decide/{id}")
  String decide(@PathVariable String id, @RequestParam boolean ok) {
    var open = OPEN.remove(id);
    return ok ? turn(new Prompt(tools.executeToolCalls(open.prompt(), open.response()).conversationHistory(),
        open.prompt().getOptions())) : "denied";
  }

  String turn(Prompt prompt) {
    var response = chat.build().prompt(prompt).advisors(AdvisorParams.toolCallingAdvisorAutoRegister(false)).call().chatResponse();
    if (!response.hasToolCalls()) {
      return response.getResult().getOutput().getText();
    }
    var id = UUID.randomUUID().toString();
    OPEN.put(id, new Open(prompt, response));
    return "waiting " + id + " " + response.getResult().getOutput().getToolCalls();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
