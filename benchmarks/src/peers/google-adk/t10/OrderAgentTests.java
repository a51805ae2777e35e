package t02;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.*;
import com.google.adk.models.*;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.*;
import io.reactivex.rxjava3.core.Flowable;
import java.util.*;
import org.junit.jupiter.api.Test;

// There is no scripted model.
class OrderAgentTests {
  static class Scripted extends BaseLlm {
    final Deque<Part> answers = new ArrayDeque<>();
    final List<LlmRequest> requests = new ArrayList<>();

    Scripted() {
      super("scripted");
    }

    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      requests.add(request);
      return Flowable.just(LlmResponse.builder().content(Content.builder().role("model").parts(answers.remove()).build()).build());
    }

    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void looksTheOrderUp() {
    var model = new Scripted();
    model.answers.addAll(List.of(Part.fromFunctionCall("orderStatus", Map.of("number", "4711")), Part.fromText("It is shipped.")));
    var agent = LlmAgent.builder().name("assistant").model(model).tools(FunctionTool.create(App.class, "orderStatus")).build();
    var config = RunConfig.builder().autoCreateSession(true).build();
    var answer = new InMemoryRunner(agent).runAsync("ann", "c1", Content.fromParts(Part.fromText("Where is 4711?")), config).blockingLast();
    assertThat(answer.stringifyContent()).isEqualTo("It is shipped.");
    var result = model.requests.getLast().contents().getLast().parts().get().getFirst().functionResponse().get();
    assertThat(result.response().get()).containsEntry("result", "Order 4711 is shipped");
  }
}
