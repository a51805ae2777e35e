package t08;

import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.Client;
import com.google.genai.types.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

// Retrieval is for Vertex AI only, so it is written by hand.
@SpringBootApplication
@RestController
public class App {
  static final Client GEMINI = new Client();
  static final Map<String, List<Float>> PAGES = new HashMap<>();

  static List<Float> embed(String text) {
    return GEMINI.models.embedContent("gemini-embedding-001", text, null).embeddings().get().getFirst().values().get();
  }

  static double distance(List<Float> a, List<Float> b) {
    return -IntStream.range(0, a.size()).mapToDouble(i -> a.get(i) * b.get(i)).sum();
  }

  @Schema(description = "Pages of the handbook that fit a question")
  public static Map<String, Object> search(@Schema(name = "question") String question) {
    var asked = embed(question);
    return Map.of("result", PAGES.entrySet().stream()
        .sorted(Comparator.comparingDouble(page -> distance(asked, page.getValue()))).limit(4).map(Map.Entry::getKey).toList());
  }

  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash")
      .instruction("Answer from the handbook.").tools(FunctionTool.create(App.class, "search")).build());

  App() throws IOException {
    try (var files = Files.newDirectoryStream(Path.of("src/main/resources/handbook"), "*.md")) {
      for (var file : files) {
        PAGES.put(Files.readString(file), embed(Files.readString(file)));
      }
    }
  }

  @GetMapping("/ask")
  String ask(@RequestParam String q) {
    return runner.runAsync("ann", "c1", Content.fromParts(Part.fromText(q)), RunConfig.builder().autoCreateSession(true).build())
        .filter(Event::finalResponse).blockingLast().stringifyContent();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
