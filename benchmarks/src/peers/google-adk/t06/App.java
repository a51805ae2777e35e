package t06;

import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.runner.Runner;
import com.google.genai.types.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(MySessions sessions) {
  @GetMapping("/chat/{id}")
  String chat(@PathVariable String id, @RequestParam String q) {
    var agent = LlmAgent.builder().name("assistant").model("gemini-2.5-flash").build();
    var runner = Runner.builder().agent(agent).appName("app").sessionService(sessions).build();
    return runner.runAsync("ann", id, Content.fromParts(Part.fromText(q)), RunConfig.builder().autoCreateSession(true).build())
        .filter(Event::finalResponse).blockingLast().stringifyContent();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
