package t03;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.adk.agents.*;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.*;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

// The schema is written by hand, and the answer is read by hand.
@SpringBootApplication
@RestController
public class App {
  record Order(String number, String status) {}

  @Annotations.Schema(description = "Status of an order")
  public static Map<String, Object> orderStatus(@Annotations.Schema(name = "number") String number) {
    return Map.of("result", "Order " + number + " is shipped");
  }

  static final Schema ORDER = Schema.fromJson("""
      {"type": "OBJECT", "required": ["number", "status"], "properties": {"number": {"type": "STRING"}, "status": {"type": "STRING"}}}""");

  final InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash")
      .tools(FunctionTool.create(App.class, "orderStatus")).outputSchema(ORDER).build());

  @GetMapping("/order")
  Order order(@RequestParam String q) throws JsonProcessingException {
    var json = runner.runAsync("ann", "c1", Content.fromParts(Part.fromText(q)), RunConfig.builder().autoCreateSession(true).build())
        .filter(Event::finalResponse).blockingLast().stringifyContent();
    return new ObjectMapper().readValue(json, Order.class);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
