package dev.adk4j.springai.wire;

import static dev.adk4j.springai.wire.BedrockServer.delta;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Amazon's own client throws, blocking and streamed, and what becomes of it. */
class BedrockErrorsTests {

  @AutoClose private static final BedrockServer server = new BedrockServer();
  private static final ConverseModel model = new ConverseModel(server.uri());

  @BeforeEach
  void forget() {
    server.requests.clear();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void answersWithoutAnError(boolean streamed) throws Exception {
    Agent agent = agent(streamed, 1);
    server.says(streamed, "Hello.");

    assertThat(agent.ask("Hi")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).containsExactly("Hello.");
    assertThat(server.requests.getFirst().at("/messages/0/content/0/text").stringValue())
        .contains("<message_");
  }

  @ParameterizedTest
  @CsvSource({
    "false, 429, ThrottlingException", "true, 429, ThrottlingException",
    "false, 500, InternalServerException", "true, 500, InternalServerException",
    "false, 503, ServiceUnavailableException", "true, 503, ServiceUnavailableException",
    "false, 400, ValidationException", "true, 400, ValidationException"
  })
  void reportsTheProvidersError(boolean streamed, int status, String exception) {
    Agent agent = agent(streamed, 1);
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
    Agent agent = agent(streamed, 2);
    server.refuse(429, "ThrottlingException", "Not now.");
    server.says(streamed, "Hello.");

    assertThat(agent.ask("Hi")).hasNoErrors();
    assertThat(agent.answers()).containsExactly("Hello.");
    assertThat(agent.logged("retry-attempt").payload().toString())
        .contains("status=429", "retryAfterMs=7000");
  }

  @Test
  void takesAnErrorInAStreamForABrokenAnswer() throws Exception {
    Agent agent = agent(true, 2);
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
    Agent agent = agent(true, 1);
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
    Agent agent = agent(new ConverseModel(URI.create("http://127.0.0.1:9")), streamed, 1);

    assertThat(agent.ask("Hi")).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);
    assertThat(agent.errors().getFirst().args().getFirst()).isEqualTo(0);
    assertThat(agent.logKinds()).contains("transport-error");
  }

  private static Agent agent(boolean streamed, int attempts) {
    return agent(model, streamed, attempts);
  }

  private static Agent agent(ConverseModel model, boolean streamed, int attempts) {
    RetryOptions retry =
        RetryOptions.OFF
            .withMaxAttempts(attempts)
            .withBaseDelay(Duration.ofMillis(1))
            .withMaxDelay(Duration.ofMillis(5));
    return Agent.of(model, "bedrock", options -> options.stream(streamed).retry(retry))
        .without("weather");
  }
}
