package t04;

import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.*;
import io.reactivex.rxjava3.core.Flowable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.*;

// A reload starts the turn again; words lose the blank in front of them in the browser.
@SpringBootApplication
@RestController
class App {
  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash").build());

  @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Flowable<String> stream(@RequestParam String q) {
    var config = RunConfig.builder().autoCreateSession(true).streamingMode(RunConfig.StreamingMode.SSE).build();
    return runner.runAsync("ann", "c1", Content.fromParts(Part.fromText(q)), config)
        .filter(event -> event.partial().orElse(false)).map(Event::stringifyContent);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
