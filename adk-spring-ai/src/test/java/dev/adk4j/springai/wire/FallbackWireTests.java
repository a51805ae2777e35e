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
import dev.adk4j.springai.chat.ModelRoute;
import dev.adk4j.test.EventRecorder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

  private static FallbackExecutor executor(String first, String second, boolean streamed) {
    return FallbackExecutor.of(route(first, streamed), route(second, streamed));
  }

  private static ModelRoute route(String name, boolean streamed) {
    return ModelRoute.of(
        name,
        ChatModelExecutor.builder(RecordedModels.openAi(mock.url(), name))
            .options(
                LlmExecutorOptions.builder().autoAck(true).stream(streamed)
                    .firstResponseTimeout(Duration.ofSeconds(2))
                    .build())
            .build());
  }

  private static List<String> models(String question) {
    return mock.requests(question).stream().map(r -> r.get("model").stringValue()).toList();
  }
}
