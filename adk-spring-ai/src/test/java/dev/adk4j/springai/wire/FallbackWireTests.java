package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.FallbackExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.ModelBreaker;
import dev.adk4j.springai.chat.ModelRoute;
import dev.adk4j.test.EventRecorder;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** Several of Spring AI's OpenAI models against a server that nobody here wrote. */
@Tag("slow")
class FallbackWireTests {

  private static MockProviders mock;

  @BeforeAll
  static void start() {
    mock = MockProviders.start();
  }

  @ParameterizedTest
  @CsvSource({
    "model-down, true, outage",
    "model-down, false, outage",
    "model-busy, true, rate-limit",
    "model-busy, false, rate-limit",
    "model-slow, true, first-token",
    "model-slow, false, first-token",
    "model-short, true, context-length",
    "model-cut-call, true, outage"
  })
  void asksTheNextBeforeTheFirstToken(String first, boolean streamed, String reason)
      throws Exception {
    Agent agent = new Agent(executor(first, "model-spare", streamed));
    String question = "fall back from " + first + ", streamed " + streamed;
    long started = System.nanoTime();

    EventRecorder events = agent.ask(question);

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(events).said("Here I am.");
    assertThat(events.events(TurnEvent.TOOL_EXECUTION_START)).isEmpty();
    assertThat(agent.answers()).containsExactly("Here I am.");
    assertThat(agent.stats())
        .extracting(GenerationStats::model, GenerationStats::totalTokens)
        .containsExactly(tuple("model-spare", 25L));
    assertThat(agent.logged("model-switch").payload().toString())
        .contains("from=" + first, "to=model-spare", "reason=" + reason);
    if (!first.equals("model-slow")) { // is written down when it was answered, too late
      assertThat(models(question)).containsExactly(first, "model-spare");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void staysInTheMiddleOfAStreamAndFailsTheTurn() throws Exception {
    Agent agent = new Agent(executor("model-cut", "model-spare", true));
    String question = "fall back in the middle";

    EventRecorder events = agent.ask(question);

    assertThat(events)
        .hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR)
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(heard(events)).isNotEmpty().isSubstringOf("This sentence is never going to reach");
    assertThat(agent.answers()).isEmpty();
    assertThat(agent.stats()).isEmpty();
    assertThat(agent.logKinds()).doesNotContain("model-switch");
    assertThat(models(question)).containsExactly("model-cut");
  }

  @Test
  void goesOnWithABrokenAnswerInANewIteration() throws Exception {
    Agent agent = new Agent(executor("model-cut", "model-spare", true).continued(true));
    String question = "fall back and go on in the middle";

    EventRecorder events = agent.ask(question);

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(agent.answers()).hasSize(2).last().isEqualTo("gets to its end after all.");
    assertThat(heard(events)).isEqualTo(String.join("", agent.answers()));
    assertThat(events.events(TurnEvent.ITERATION_START)).hasSize(2);
    assertThat(agent.stats()).extracting(GenerationStats::totalTokens).containsExactly(37L);
    assertThat(agent.logged("model-switch").payload().toString()).contains("broken-answer");
    assertThat(models(question)).containsExactly("model-cut", "model-spare");
    assertThat(mock.requests(question).getLast().toString())
        .contains(agent.answers().getFirst(), "Please continue.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void asksTheNextAfterAToolRanWhichRunsOnce(boolean streamed) throws Exception {
    Agent agent = new Agent(executor("model-weary", "model-spare", streamed));
    String question = "fall back after a tool, streamed " + streamed;

    EventRecorder events = agent.ask(question);

    assertThat(events).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat(events.events(TurnEvent.TOOL_EXECUTION_START)).hasSize(1);
    assertThat(agent.toolCalls()).hasSize(1);
    assertThat(agent.answers()).containsExactly("Here I am.");
    assertThat(agent.stats())
        .extracting(GenerationStats::model)
        .containsExactly("model-weary", "model-spare");
    assertThat(models(question)).containsExactly("model-weary", "model-weary", "model-spare");
    assertThat(mock.requests(question).getLast().toString()).contains("tool_call_id");
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(
            "a refusal that is not the model's fault asks no other",
            executor("model-picky", "model-spare", true),
            400,
            List.of("model-picky")),
        arguments(
            "the named failures only ask the next",
            executor("model-busy", "model-spare", true).on(Set.of(FallbackExecutor.Failure.OUTAGE)),
            429,
            List.of("model-busy")),
        arguments(
            "the last failure is that of the turn",
            executor("model-down", "model-busy", true),
            429,
            List.of("model-down", "model-busy")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void failsAsTheModelsThatWereAsked(
      String what, FallbackExecutor executor, int status, List<String> asked) throws Exception {
    Agent agent = new Agent(executor);
    String question = "fall back, where " + what;

    assertThat(agent.ask(question)).hasErrors(LlmErrorCode.E_LLM_PROVIDER_ERROR);
    assertThat(agent.errors().getFirst().args().getFirst()).isEqualTo(status);
    assertThat(models(question)).isEqualTo(asked);
  }

  @Test
  void opensTheCircuitOfAModelThatKeepsFailing() throws Exception {
    CircuitBreaker circuit = circuit();
    Agent agent =
        new Agent(
            FallbackExecutor.of(
                route("model-down", true, ModelBreaker.of(circuit)),
                route("model-spare", true, null)));

    agent.ask("fall back with a circuit, first");
    agent.ask("fall back with a circuit, second");
    assertThat(circuit.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    EventRecorder third = agent.ask("fall back with a circuit, third");

    assertThat(third).hasNoErrors().said("Here I am.");
    assertThat(agent.logged("model-switch").payload().toString()).contains("circuit-open");
    assertThat(mock.requests("circuit, third").stream().map(r -> r.get("model").stringValue()))
        .containsExactly("model-spare");

    circuit.transitionToHalfOpenState();
    agent.ask("fall back with a circuit, fourth");
    assertThat(circuit.getState()).isEqualTo(CircuitBreaker.State.OPEN);
  }

  @Test
  void countsAStreamThatBreaksOffAgainstTheModel() throws Exception {
    CircuitBreaker circuit = circuit();
    Agent agent =
        new Agent(
            FallbackExecutor.of(
                route("model-cut", true, ModelBreaker.of(circuit)),
                route("model-spare", true, null)));

    agent.ask("fall back after two cuts, first");
    agent.ask("fall back after two cuts, second");

    assertThat(circuit.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
    assertThat(agent.ask("fall back after two cuts, third")).hasNoErrors().said("Here I am.");
  }

  private static CircuitBreaker circuit() {
    return CircuitBreaker.of(
        "model",
        CircuitBreakerConfig.custom()
            .slidingWindowSize(2)
            .minimumNumberOfCalls(2)
            .permittedNumberOfCallsInHalfOpenState(1)
            .build());
  }

  private static FallbackExecutor executor(String first, String second, boolean streamed) {
    return FallbackExecutor.of(route(first, streamed, null), route(second, streamed, null));
  }

  private static ModelRoute route(String name, boolean streamed, @Nullable ModelBreaker breaker) {
    return ModelRoute.of(
        name,
        ChatModelExecutor.builder(
                OpenAiChatModel.builder()
                    .options(
                        OpenAiChatOptions.builder()
                            .baseUrl(mock.url() + "/v1")
                            .apiKey("no-key")
                            .model(name)
                            .maxRetries(0)
                            .build())
                    .build())
            .options(
                LlmExecutorOptions.builder().autoAck(true).stream(streamed)
                    .firstResponseTimeout(Duration.ofSeconds(2))
                    .build())
            .breaker(breaker)
            .build());
  }

  private static List<String> models(String question) {
    return mock.requests(question).stream().map(r -> r.get("model").stringValue()).toList();
  }

  private static String heard(EventRecorder events) {
    StringBuilder heard = new StringBuilder();
    events.events(TurnEvent.MESSAGE).forEach(delta -> heard.append(delta.aDelta()));
    return heard.toString();
  }
}
