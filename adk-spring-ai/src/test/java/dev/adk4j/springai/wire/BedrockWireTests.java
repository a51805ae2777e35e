package dev.adk4j.springai.wire;

import static dev.adk4j.springai.wire.BedrockServer.answer;
import static dev.adk4j.springai.wire.BedrockServer.delta;
import static dev.adk4j.springai.wire.BedrockServer.event;
import static dev.adk4j.springai.wire.BedrockServer.exception;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.RetryOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The executor with Amazon's clients in Bedrock's own interface, Converse and ConverseStream.
 * Spring AI's model of it is not among the tests' dependencies; see {@link ConverseModel}. And what
 * Amazon's own client throws, blocking and streamed, and what becomes of it.
 */
class BedrockWireTests {

  @AutoClose private static BedrockServer server;
  private static ConverseModel model;

  @BeforeAll
  static void start() {
    server = new BedrockServer();
    model = new ConverseModel(server.uri());
  }

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

  @ParameterizedTest
  @CsvSource({
    "false, 429, ThrottlingException", "true, 429, ThrottlingException",
    "false, 500, InternalServerException", "true, 500, InternalServerException",
    "false, 503, ServiceUnavailableException", "true, 503, ServiceUnavailableException",
    "false, 400, ValidationException", "true, 400, ValidationException"
  })
  void reportsTheProvidersError(boolean streamed, int status, String exception) {
    Agent agent = failing(streamed, 1);
    server.refuse(status, exception, "Not now.");

    assertThat(agent.ask("Hi"))
        .hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    AdkException error = agent.errors().getFirst();
    assertThat(error.args().getFirst()).isEqualTo(status);
    assertThat(error.getMessage()).contains("bedrock", "status " + status, "Not now.");
    assertThat(server.requests).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void waitsAsLongAsTheProviderAsks(boolean streamed) throws Exception {
    Agent agent = failing(streamed, 2);
    server.refuse(429, "ThrottlingException", "Not now.");
    server.says(streamed, "Hello.");

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(agent.answers()).containsExactly("Hello.");
    assertThat(agent.logged("retry-attempt").payload().toString())
        .contains("status=429", "retryAfterMs=7000");
  }

  @Test
  void takesAnErrorInAStreamForABrokenAnswer() throws Exception {
    Agent agent = failing(true, 2);
    server.stream(
        delta(0, Map.of("text", "Hello.")), exception("modelStreamErrorException", "It broke."));

    assertThat(agent.ask("Hi"))
        .hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(agent.errors().getFirst().getMessage()).contains("It broke.");
    assertThat(agent.answers()).isEmpty();
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void takesOneBeforeAnyWordForARefusal() {
    Agent agent = failing(true, 1);
    server.stream(exception("throttlingException", "Not now."));

    assertThat(agent.ask("Hi")).dispatchEndedWith(DispatchStatus.NACK);
    AdkException error = agent.errors().getFirst();
    assertThat(error.getMessage()).contains("Not now.");
    assertThat(error.code()).isEqualTo(LlmErrorCode.E_LLM_PROVIDER_ERROR.name());
    assertThat(error.args().getFirst()).isEqualTo(429);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reportsARefusedConnection(boolean streamed) {
    Agent agent = failing(new ConverseModel(URI.create("http://127.0.0.1:9")), streamed, 1);

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);
    assertThat(agent.errors().getFirst().args().getFirst()).isEqualTo(0);
    assertThat(agent.logKinds()).contains("transport-error");
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

  private static Agent failing(boolean streamed, int attempts) {
    return failing(model, streamed, attempts);
  }

  private static Agent failing(ConverseModel model, boolean streamed, int attempts) {
    RetryOptions retry =
        RetryOptions.OFF
            .withMaxAttempts(attempts)
            .withBaseDelay(Duration.ofMillis(1))
            .withMaxDelay(Duration.ofMillis(5));
    return Agent.of(model, "bedrock", options -> options.stream(streamed).retry(retry))
        .without("weather");
  }
}
