package t11;

import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.plugins.LoggingPlugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.*;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

// The plugin logs the tokens; there is no meter.
@SpringBootApplication
@RestController
class App {
  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash").build(), "app",
      List.of(new LoggingPlugin()));

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return runner.runAsync("ann", "c1", Content.fromParts(Part.fromText(q)), RunConfig.builder().autoCreateSession(true).build())
        .filter(Event::finalResponse).blockingLast().stringifyContent();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
