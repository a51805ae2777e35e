package dev.adk4j.springai.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.TurnRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values that are asked for through the client, in the formats of three providers, where calls run
 * or wait for a decision in between. Each turn goes on in another process than the one that asked.
 */
@Timeout(120)
class TypedGateWireTests {

  /** One of each kind: a plain object, a wrapped union, one that contains itself. */
  private static final Set<String> SOME = Set.of("object", "sealed", "recursive");

  private static final GateActor BOSS = GateActor.of("boss", "default");

  private final RecordedServer server = RecordedServer.start();
  private final GateService gates =
      GateService.of(
          TurnStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()));
  private final TurnStore store = gates.store();
  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final List<AgentRegistry> processes = new ArrayList<>();
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void stop() throws IOException {
    processes.forEach(AgentRegistry::close);
    gates.close();
    server.close();
  }

  /** All types streamed; some of them also as one response. */
  static Stream<Arguments> everything() {
    return providers(AnswerSample.ALL.stream())
        .filter(each -> (boolean) each.get()[2] || SOME.contains(each.get()[1].toString()));
  }

  static Stream<Arguments> some() {
    return providers(AnswerSample.ALL.stream().filter(each -> SOME.contains(each.name())));
  }

  private static Stream<Arguments> providers(Stream<AnswerSample> samples) {
    return samples.flatMap(
        sample ->
            Stream.of("openai", "anthropic", "gemini")
                .flatMap(
                    provider ->
                        Stream.of(true, false).map(s -> Arguments.of(provider, sample, s))));
  }

  @ParameterizedTest
  @MethodSource("everything")
  @Tag("slow")
  void givesTheValueOfEachTypeAfterThreeCallsAndADecision(
      String provider, AnswerSample sample, boolean streamed) {
    givesTheValueAfterThreeCallsAndADecision(provider, sample, streamed);
  }

  @ParameterizedTest
  @MethodSource("some")
  void givesTheValueAfterThreeCallsAndADecision(
      String provider, AnswerSample sample, boolean streamed) {
    call(provider, streamed, "weather", "{\"city\":\"Oslo\"}");
    call(provider, streamed, "weather", "{\"city\":\"Rome\"}");
    call(provider, streamed, "pay", "{\"n\":1}");
    call(provider, streamed, "weather", "{\"city\":\"Lima\"}");
    answer(provider, sample, sample.json(), streamed);
    WaitingGate gate = gate(provider, sample, streamed);
    assertThat(done).doesNotContain("pay 1");

    Answer answer = restarted(provider, streamed).decide(gate, true);

    assertThat(value(answer, sample)).isEqualTo(sample.value());
    assertThat(done).containsExactly("weather Oslo", "weather Rome", "pay 1", "weather Lima");
    assertThat(answer.toolCalls()).extracting(ToolCall::tool).contains("pay");
    assertAsked(provider, sample, 5);
  }

  @ParameterizedTest
  @MethodSource("some")
  void mendsAWrongAnswerWithoutRepeatingTheGate(
      String provider, AnswerSample sample, boolean streamed) {
    call(provider, streamed, "pay", "{\"n\":1}");
    answer(provider, sample, "{\"wrong\":true}", streamed);
    answer(provider, sample, sample.json(), streamed);
    WaitingGate gate = gate(provider, sample, streamed);
    Conversation restarted = restarted(provider, streamed);

    Answer answer = restarted.decide(gate, true);

    assertThat(value(answer, sample)).isEqualTo(sample.value());
    assertThat(done).containsExactly("pay 1");
    assertThat(answer.usage().totalTokens()).isEqualTo(64);
    assertAsked(provider, sample, 3);
    assertThat(server.requests().getLast().toString()).contains("wrong", "cannot be used");
    assertThat(value(restarted.decide(gate, true), sample)).isEqualTo(sample.value());
    assertThat(done).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("some")
  void givesTheValueAfterARejection(String provider, AnswerSample sample, boolean streamed) {
    call(provider, streamed, "pay", "{\"n\":1}");
    answer(provider, sample, sample.json(), streamed);
    WaitingGate gate = gate(provider, sample, streamed);

    Answer answer = restarted(provider, streamed).decide(gate, false);

    assertThat(value(answer, sample)).isEqualTo(sample.value());
    assertThat(done).isEmpty();
    assertAsked(provider, sample, 2);
  }

  @ParameterizedTest
  @MethodSource("some")
  void saysThatTheAnswerWasCutAfterTheDecision(
      String provider, AnswerSample sample, boolean streamed) {
    ProviderAnswers answers = ProviderAnswers.of(provider);
    call(provider, streamed, "pay", "{\"n\":1}");
    answers.say(server, streamed, sample.json().substring(0, 9), answers.cut);
    assertFailsAfterTheDecision(provider, sample, streamed, AdkErrorCode.E_ANSWER_CUT);
  }

  @ParameterizedTest
  @MethodSource("some")
  void saysThatTheModelRefusedAfterTheDecision(
      String provider, AnswerSample sample, boolean streamed) {
    ProviderAnswers answers = ProviderAnswers.of(provider);
    call(provider, streamed, "pay", "{\"n\":1}");
    answers.say(server, streamed, "I cannot help with that.", answers.refused);
    assertFailsAfterTheDecision(provider, sample, streamed, AdkErrorCode.E_ANSWER_REFUSED);
  }

  private void assertFailsAfterTheDecision(
      String provider, AnswerSample sample, boolean streamed, AdkErrorCode code) {
    WaitingGate gate = gate(provider, sample, streamed);
    Conversation restarted = restarted(provider, streamed);
    for (int twice = 0; twice < 2; twice++) {
      assertThatThrownBy(() -> restarted.decide(gate, true))
          .isInstanceOfSatisfying(
              AgentTurnException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }
    assertThat(done).containsExactly("pay 1");
    assertAsked(provider, sample, 2);
  }

  /** Asks, and the process that asked is gone. */
  private WaitingGate gate(String provider, AnswerSample sample, boolean streamed) {
    Conversation conversation = client(provider, streamed).conversation("ann", "c");
    List<WaitingGate> waiting = new ArrayList<>();
    assertThatThrownBy(() -> conversation.ask(Message.user("Go."), sample.type()))
        .isInstanceOfSatisfying(
            AgentWaitingException.class, waits -> waiting.addAll(waits.gates()));
    processes.forEach(AgentRegistry::close);
    return waiting.getFirst();
  }

  private Conversation restarted(String provider, boolean streamed) {
    return client(provider, streamed).conversation("ann", "c");
  }

  private void assertAsked(String provider, AnswerSample sample, int times) {
    assertThat(server.requests())
        .hasSize(times)
        .allSatisfy(r -> AnswerRequests.assertTakenBy(provider, sample, true, r));
  }

  private static Object value(Answer answer, AnswerSample sample) {
    return answer.value(sample.type());
  }

  private void call(String provider, boolean streamed, String tool, String args) {
    ProviderAnswers.of(provider).call(server, streamed, tool, args);
  }

  private void answer(String provider, AnswerSample sample, String json, boolean streamed) {
    AnswerRequests.answer(server, provider, sample, json, streamed, true);
  }

  private AgentClient client(String provider, boolean streamed) {
    AgentRegistry waiting = AgentRegistry.of(gates);
    processes.add(waiting);
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .gates(gates)
            .tools(List.of(tool("weather", "city", "string"), pay()))
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(20).toolCalls(20).build(), new AcceptInput()))
            .dispatchInputPipeline(List.of(new MaxIterations(8)))
            .executor(
                ChatModelExecutor.builder(RecordedModels.of(provider, server.url()))
                    .options(LlmExecutorOptions.builder().autoAck(true).stream(streamed).build())
                    .build())
            .build();
    return AgentClient.builder(runner)
        .systemPrompt("You are a test.")
        .registry(waiting)
        .actors(() -> Optional.of(BOSS))
        .build();
  }

  private Tool pay() {
    return tool("pay", "n", "integer").toBuilder().guard(ApprovalGuard.required()).build();
  }

  private Tool tool(String name, String argument, String type) {
    return Tool.builder(name)
        .description("Does it.")
        .inputSchema(
            "{\"type\":\"object\",\"properties\":{\""
                + argument
                + "\":{\"type\":\""
                + type
                + "\"}},\"required\":[\""
                + argument
                + "\"]}")
        .handler(
            (args, ctx, meta) -> {
              done.add(name + " " + args.path(argument).asString());
              return ToolOutput.text("done");
            })
        .build();
  }
}
