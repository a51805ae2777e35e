package t01plain;

import com.google.adk.agents.*;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.*;

class Plain {
  public static void main(String[] args) {
    var runner = new InMemoryRunner(LlmAgent.builder().name("assistant").model("gemini-2.5-flash").build());
    runner.runAsync("ann", "c1", Content.fromParts(Part.fromText("Hi")), RunConfig.builder().autoCreateSession(true).build())
        .blockingForEach(event -> System.out.println(event.stringifyContent()));
  }
}
