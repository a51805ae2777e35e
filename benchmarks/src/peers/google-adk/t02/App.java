package t02;

import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.*;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication
@RestController
public class App {
  @Schema(description = "Status of an order")
  public static Map<String, Object> orderStatus(@Schema(name = "number") String number) {
    return Map.of("result", "Order " + number + " is shipped");
  }

  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash")
      .tools(FunctionTool.create(App.class, "orderStatus")).build());

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return runner.runAsync("ann", "c1", Content.fromParts(Part.fromText(q)), RunConfig.builder().autoCreateSession(true).build())
        .filter(Event::finalResponse).blockingLast().stringifyContent();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
