package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.test.EventRecorder;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.model.ChatModel;
import tools.jackson.databind.JsonNode;

/** The executor with Spring AI's Gemini model and Google's client, in Gemini's own interface. */
class GeminiWireTests {

  private static GeminiMock mock;
  private static ChatModel model;

  @BeforeAll
  static void start() {
    mock = GeminiMock.start();
    model = RecordedModels.of("gemini", mock.url());
  }

  @AfterAll
  static void stop() {
    if (mock != null) {
      mock.close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void answers(boolean streamed) throws Exception {
    Agent agent = agent(streamed);
    String question = "say hello, gemini " + streamed;

    EventRecorder events = agent.ask(question);

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Hello from the other side of the wire.");
    assertThat(events).said("Hello from the other side of the wire.");
    GenerationStats stats = agent.stats().getFirst();
    assertThat(stats.provider()).isEqualTo("gemini");
    assertThat(stats.promptTokens()).isEqualTo(21);
    assertThat(stats.model()).isEqualTo("gemini-mock-001");
    JsonNode request = mock.requests(question).getFirst();
    assertThat(request.at("/systemInstruction/parts").size()).isEqualTo(1);
    assertThat(request.at("/systemInstruction/parts/0/text").stringValue())
        .contains("You are a test.");
    assertThat(request.at("/contents").valueStream().map(c -> c.get("role").stringValue()))
        .containsOnly("user");
    assertThat(request.at("/contents/0/parts/0/text").stringValue()).contains("<message_");
    assertThat(request.at("/tools/0/functionDeclarations").size()).isEqualTo(1);
    assertThat(request.at("/tools/0/functionDeclarations/0/name").stringValue())
        .isEqualTo("weather");
    assertThat(Nonces.cutFrom(request)).doesNotContain("metadata", "adk");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsTheResultsOfTwoCallsBackInOrderAndSigned(boolean streamed) throws Exception {
    Agent agent = agent(streamed);
    String question = "two cities, gemini " + streamed;

    assertThat(agent.ask(question)).hasNoErrors().isWellFormed();
    assertThat(agent.answers()).containsExactly("Rain in Oslo, sun in Rome.");
    List<ToolCall> calls = agent.toolCalls();
    assertThat(calls)
        .extracting(call -> call.args().text())
        .containsExactly("{\"city\":\"Oslo\"}", "{\"city\":\"Rome\"}");
    assertThat(calls).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("");
    JsonNode contents = mock.requests(question).getLast().get("contents");
    JsonNode asked = contents.get(contents.size() - 2);
    JsonNode told = contents.get(contents.size() - 1);
    assertThat(asked.get("role").stringValue()).isEqualTo("model");
    assertThat(cities(asked)).containsExactly("Oslo", "Rome");
    assertThat(
            asked
                .get("parts")
                .valueStream()
                .filter(part -> part.has("functionCall"))
                .map(part -> part.path("thoughtSignature").asString()))
        .containsExactly(GeminiMock.SIGNATURE, GeminiMock.SIGNATURE);
    assertThat(told.get("role").stringValue()).isEqualTo("user");
    assertThat(told.get("parts").size()).isEqualTo(2);
    String first = told.at("/parts/0/functionResponse/response/result").stringValue();
    assertThat(first).startsWith("<untrusted_content_").contains("rain in Oslo");
    assertThat(told.at("/parts/1/functionResponse/response/result").stringValue())
        .contains("rain in Rome");
    assertThat(told.at("/parts/0/functionResponse/name").stringValue()).isEqualTo("weather");
  }

  private static List<String> cities(JsonNode content) {
    return content
        .get("parts")
        .valueStream()
        .filter(part -> part.has("functionCall"))
        .map(part -> part.at("/functionCall/args/city").stringValue())
        .toList();
  }

  private static Agent agent(boolean streamed) {
    return Agent.of(model, options -> Agent.tellingErrors(options).stream(streamed));
  }
}
