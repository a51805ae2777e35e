package t07;

import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.*;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

// In memory only.
@SpringBootApplication
@RestController
public class App {
  @Schema(description = "Remember a fact about the user")
  public static Map<String, Object> remember(@Schema(name = "fact") String fact, @Schema(name = "toolContext") ToolContext context) {
    context.state().merge("user:facts", fact, (all, one) -> all + "; " + one);
    return Map.of("result", "noted");
  }

  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash")
      .instruction("Known of the user: {user:facts?}").tools(FunctionTool.create(App.class, "remember")).build());

  @GetMapping("/chat/{user}/{id}")
  String chat(@PathVariable String user, @PathVariable String id, @RequestParam String q) {
    return runner.runAsync(user, id, Content.fromParts(Part.fromText(q)), RunConfig.builder().autoCreateSession(true).build())
        .filter(Event::finalResponse).blockingLast().stringifyContent();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
