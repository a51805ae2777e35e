package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.test.EventRecorder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of Java types in the formats of three providers, through Spring AI's own models. */
class TypedAnswerWireTests {

  private static final List<AnswerSample> SAMPLES = AnswerSample.ALL;
  private static final List<Boolean> BOTH = List.of(true, false);
  private static final List<Boolean> STREAMED = List.of(true);

  @AutoClose private final RecordedServer server = RecordedServer.start();

  static Stream<Arguments> everything() {
    return Stream.of("openai", "anthropic", "gemini")
        .flatMap(
            provider ->
                SAMPLES.stream()
                    .flatMap(
                        sample ->
                            (sample == SAMPLES.getFirst() ? BOTH : STREAMED)
                                .stream()
                                    .map(streamed -> Arguments.of(provider, sample, streamed))));
  }

  static Stream<Arguments> providers() {
    return Stream.of("openai", "anthropic", "gemini")
        .flatMap(p -> Stream.of(true, false).map(streamed -> Arguments.of(p, streamed)));
  }

  @ParameterizedTest
  @MethodSource("everything")
  void answersWithoutTools(String provider, AnswerSample sample, boolean streamed)
      throws Exception {
    AnswerRequests.answer(server, provider, sample, sample.json(), streamed, false);
    Agent agent = agent(provider, streamed).without("weather").answering(sample.type());

    assertThat(agent.ask("go")).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat((Object) sample.type().read(agent.answers().getLast())).isEqualTo(sample.value());
    assertThat(server.requests()).hasSize(1);
    AnswerRequests.assertTakenBy(provider, sample, false, server.requests().getFirst());
  }

  @ParameterizedTest
  @MethodSource("everything")
  void answersWithThreeToolCallsInBetween(String provider, AnswerSample sample, boolean streamed)
      throws Exception {
    for (String city : List.of("Oslo", "Rome", "Lima")) {
      ProviderAnswers.of(provider).call(server, streamed, "weather", "{\"city\":\"" + city + "\"}");
    }
    AnswerRequests.answer(server, provider, sample, sample.json(), streamed, true);
    Agent agent = agent(provider, streamed).answering(sample.type());

    assertThat(agent.ask("go")).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat((Object) sample.type().read(agent.answers().getLast())).isEqualTo(sample.value());
    assertThat(agent.toolCalls()).hasSize(3).noneMatch(ToolCall::isError);
    assertThat(server.requests())
        .hasSize(4)
        .allSatisfy(request -> AnswerRequests.assertTakenBy(provider, sample, true, request));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void mendsAWrongAnswerWithoutRunningToolsAgain(String provider, boolean streamed)
      throws Exception {
    AnswerSample sample = SAMPLES.getFirst();
    ProviderAnswers answers = ProviderAnswers.of(provider);
    answers.call(server, streamed, "weather", "{\"city\":\"Oslo\"}");
    String wrong = sample.json().replace("1.25", "\"cheap\"");
    if (provider.equals("gemini")) {
      answers.call(server, streamed, "give_answer", wrong);
    } else {
      answers.say(server, streamed, wrong, answers.stop);
    }
    AnswerRequests.answer(server, provider, sample, sample.json(), streamed, true);
    Agent agent = agent(provider, streamed).answering(sample.type());

    assertThat(agent.ask("go")).hasNoErrors().isWellFormed().dispatchEndedWith(DispatchStatus.ACK);
    assertThat((Object) sample.type().read(agent.answers().getLast())).isEqualTo(sample.value());
    assertThat(agent.answers()).hasSize(1);
    assertThat(agent.toolCalls()).hasSize(1);
    assertThat(agent.stats()).extracting(GenerationStats::totalTokens).containsOnly(32L).hasSize(3);
    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().getLast().toString())
        .contains("cheap", "$.items[0].price must be number");
    AnswerRequests.assertTakenBy(provider, sample, true, server.requests().getLast());
  }

  @ParameterizedTest
  @MethodSource("providers")
  void saysThatAnAnswerWasCut(String provider, boolean streamed) throws Exception {
    AnswerSample sample = SAMPLES.getFirst();
    ProviderAnswers answers = ProviderAnswers.of(provider);
    answers.say(server, streamed, sample.json().substring(0, 60), answers.cut);
    Agent agent = agent(provider, streamed).without("weather").answering(sample.type());

    assertThat(agent.ask("go")).hasErrors(AdkErrorCode.E_ANSWER_CUT);
    assertThat(server.requests()).hasSize(1);
    assertThat(agent.answers()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void saysThatTheModelRefused(String provider, boolean streamed) throws Exception {
    ProviderAnswers answers = ProviderAnswers.of(provider);
    answers.say(server, streamed, "I cannot help with that.", answers.refused);
    Agent agent = agent(provider, streamed).without("weather").answering(SAMPLES.getFirst().type());

    assertThat(agent.ask("go")).hasErrors(AdkErrorCode.E_ANSWER_REFUSED);
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void streamsTheTextOfAnAnswer(String provider, boolean streamed) throws Exception {
    AnswerSample sample = SAMPLES.getFirst();
    AnswerRequests.answer(server, provider, sample, sample.json(), streamed, false);
    Agent agent = agent(provider, streamed).without("weather").answering(sample.type());

    EventRecorder events = agent.ask("go");

    assertThat(events).said(sample.json());
    assertThat(events.events(TurnEvent.MESSAGE)).hasSize(streamed ? 3 : 1);
  }

  private Agent agent(String provider, boolean streamed) {
    return Agent.of(RecordedModels.of(provider, server.url()), o -> o.stream(streamed));
  }
}
