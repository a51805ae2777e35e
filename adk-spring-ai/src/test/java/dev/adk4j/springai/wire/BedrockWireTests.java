package dev.adk4j.springai.wire;

import static dev.adk4j.springai.wire.BedrockServer.answer;
import static dev.adk4j.springai.wire.BedrockServer.delta;
import static dev.adk4j.springai.wire.BedrockServer.event;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.springai.chat.Agent;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The executor with Amazon's clients in Bedrock's own interface, Converse and ConverseStream.
 * Spring AI's model of it is not among the tests' dependencies; see {@link ConverseModel}.
 */
class BedrockWireTests {

  @AutoClose private static final BedrockServer server = new BedrockServer();
  private static final ConverseModel model = new ConverseModel(server.uri());

  @BeforeEach
  void forget() {
    server.requests.clear();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsTheResultsOfTwoCallsBackInOrderAndReasoningSigned(boolean streamed) throws Exception {
    Agent agent = agent(streamed);
    think(streamed);
    server.says(streamed, "Rain in Oslo, sun in Rome.");

    assertThat(agent.ask("Hi")).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Let me look.", "Rain in Oslo, sun in Rome.");
    assertThat(agent.thoughts().getFirst().content().value()).isEqualTo("Look it up.");
    assertThat(agent.toolCalls())
        .extracting(call -> call.providerId().orElseThrow())
        .containsExactly("t_1", "t_2");
    JsonNode second = server.requests.getLast();
    assertThat(second.get("system").size()).isEqualTo(1);
    assertThat(second.at("/system/0/text").stringValue()).contains("You are a test.");
    assertThat(server.requests.getFirst().at("/toolConfig/tools").size()).isEqualTo(1);
    assertThat(second.at("/toolConfig/tools/0/toolSpec/name").stringValue()).isEqualTo("weather");
    assertThat(second.at("/toolConfig/tools/0/toolSpec/inputSchema/json/properties").has("city"))
        .isTrue();
    JsonNode asked = second.at("/messages/1/content");
    assertThat(asked.at("/0/reasoningContent/reasoningText/text").stringValue())
        .isEqualTo("Look it up.");
    assertThat(asked.at("/0/reasoningContent/reasoningText/signature").stringValue())
        .isEqualTo("signed");
    assertThat(asked.at("/1/text").stringValue()).contains("Let me look.");
    assertThat(asked.at("/2/toolUse/input/city").stringValue()).isEqualTo("Oslo");
    assertThat(asked.at("/3/toolUse/input/city").stringValue()).isEqualTo("Rome");
    JsonNode told = second.at("/messages/2/content");
    assertThat(told.at("/0/toolResult/toolUseId").stringValue()).isEqualTo("t_1");
    assertThat(told.at("/0/toolResult/content/0/text").stringValue())
        .startsWith("<untrusted_content_")
        .contains("rain in Oslo");
    assertThat(told.at("/1/toolResult/toolUseId").stringValue()).isEqualTo("t_2");
    assertThat(Nonces.cutFrom(second))
        .contains("<message_", "<untrusted_content_")
        .doesNotContain("requestMetadata", "adk", "<thought_");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void repeatsTheRequestWithoutRejectedReasoning(boolean streamed) throws Exception {
    Agent agent = agent(streamed);
    think(streamed);
    server.refuse(400, "ValidationException", "messages.1: Invalid `signature` in `thinking`");
    server.says(streamed, "Rain in Oslo, sun in Rome.");

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(agent.logKinds()).contains("reasoning-replay-rejected");
    assertThat(server.requests.getLast().toString())
        .contains("<thought_")
        .doesNotContain("reasoningContent");
  }

  private static void think(boolean streamed) {
    if (streamed) {
      server.stream(
          event("messageStart", Map.of("role", "assistant")),
          delta(0, Map.of("reasoningContent", Map.of("text", "Look "))),
          delta(0, Map.of("reasoningContent", Map.of("text", "it up."))),
          delta(0, Map.of("reasoningContent", Map.of("signature", "signed"))),
          delta(1, Map.of("text", "Let me ")),
          delta(1, Map.of("text", "look.")),
          call(2, "t_1"),
          delta(2, Map.of("toolUse", Map.of("input", "{\"city\":"))),
          delta(2, Map.of("toolUse", Map.of("input", "\"Oslo\"}"))),
          call(3, "t_2"),
          delta(3, Map.of("toolUse", Map.of("input", "{\"city\":\"Rome\"}"))),
          event("messageStop", Map.of("stopReason", "tool_use")));
    } else {
      server.say(
          answer(
              "tool_use",
              Map.of(
                  "reasoningContent",
                  Map.of("reasoningText", Map.of("text", "Look it up.", "signature", "signed"))),
              Map.of("text", "Let me look."),
              use("t_1", "Oslo"),
              use("t_2", "Rome")));
    }
  }

  private static byte[] call(int block, String id) {
    return event(
        "contentBlockStart",
        Map.of(
            "contentBlockIndex",
            block,
            "start",
            Map.of("toolUse", Map.of("toolUseId", id, "name", "weather"))));
  }

  private static Map<String, Object> use(String id, String city) {
    return Map.of(
        "toolUse", Map.of("toolUseId", id, "name", "weather", "input", Map.of("city", city)));
  }

  private static Agent agent(boolean streamed) {
    return Agent.of(model, "bedrock", options -> Agent.tellingErrors(options).stream(streamed));
  }
}
