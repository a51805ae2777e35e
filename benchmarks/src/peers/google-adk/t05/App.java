package t05;

import com.google.adk.agents.*;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.*;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

// What waits is in the session, which this runner keeps in memory.
@SpringBootApplication
@RestController
public class App {
  @Schema(description = "Refund an order")
  public static Map<String, Object> refund(@Schema(name = "order") String order) {
    return Map.of("result", "refunded " + order);
  }

  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash")
      .tools(FunctionTool.create(App.class, "refund", true)).build());

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return turn(Part.fromText(q));
  }

  @GetMapping("/decide/{id}")
  String decide(@PathVariable String id, @RequestParam boolean ok) {
    var decision = FunctionResponse.builder().id(id).name("adk_request_confirmation").response(Map.of("confirmed", ok)).build();
    return turn(Part.builder().functionResponse(decision).build());
  }

  String turn(Part part) {
    var content = Content.builder().role("user").parts(part).build();
    for (var event : runner.runAsync("ann", "c1", content, RunConfig.builder().autoCreateSession(true).build()).blockingIterable()) {
      for (var call : event.functionCalls()) {
        if (call.name().get().equals("adk_request_confirmation")) {
          return "waiting " + call.id().get();
        }
      }
      if (event.finalResponse()) {
        return event.stringifyContent();
      }
    }
    return "";
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
