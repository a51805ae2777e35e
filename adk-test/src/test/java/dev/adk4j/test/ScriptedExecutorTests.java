package dev.adk4j.test;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.internal.Together;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScriptedExecutorTests {

  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final Scope scope = Scope.conversation("c");
  private final Tool weather =
      Tool.builder("weather")
          .description("The weather of a city.")
          .inputSchema(
              "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}")
          .handler(
              (args, ctx, meta) -> ToolOutput.text("rain in " + args.get("city").stringValue()))
          .build();

  @Test
  void saysAndStoresAMessage() throws Exception {
    EventRecorder events = run(ScriptedExecutor.of(Script.empty().say("Hel", "lo")));
    assertThat(events)
        .hasLines(
            "turnStart",
            "dispatchStart",
            "iterationStart(0)",
            "message(Hel)",
            "message(lo, complete)",
            "dispatchEnd(ack, 0)",
            "turnEnd")
        .said("Hello")
        .hasNoErrors()
        .isWellFormed();
    List<Message> stored = storage.fetchMessages(AgentContexts.forScope(scope));
    assertThat(stored).hasSize(2);
    assertThat(stored.getFirst()).hasText("Hi").isFromUser();
    assertThat(stored.getLast()).hasText("Hello").isFromAssistant();
  }

  @Test
  void thinksBeforeItSpeaks() throws Exception {
    EventRecorder events = run(ScriptedExecutor.of(Script.empty().think("Hm.").say("Yes.")));
    assertThat(events).hasLinesInOrder("thought(Hm., complete)", "message(Yes., complete)");
    assertThat(storage.fetchThoughts(AgentContexts.forScope(scope)))
        .extracting(Thought::content)
        .hasSize(1);
  }

  @Test
  void callsAToolAndSeesItsRecordInTheNextIteration() throws Exception {
    ScriptedExecutor executor =
        ScriptedExecutor.of(
            Script.empty()
                .callTool("weather", Map.of("city", "Oslo"))
                .nextIteration()
                .say("It rains."));
    EventRecorder events = run(executor);
    assertThat(events)
        .hasLinesInOrder(
            "iterationStart(0)",
            "toolCall(weather)",
            "toolExecutionStart(weather)",
            "toolExecutionEnd(weather)",
            "toolCall(weather, complete)",
            "iterationEnd(0)",
            "iterationStart(1)",
            "dispatchEnd(ack, 1)")
        .isWellFormed();
    List<ToolCall> seen = executor.lastSeen().toolCalls();
    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst()).calls("weather").succeeded().answered("rain in Oslo");
    assertThat(executor.seen()).extracting(ScriptedExecutor.Seen::iteration).containsExactly(0, 1);
    assertThat(executor.seen().getFirst().tools()).containsExactly("weather");
  }

  @Test
  void failsForAToolThatTheAgentDoesNotHave() {
    EventRecorder events =
        run(ScriptedExecutor.of(Script.empty().callTool("wether", Map.of()).say("It rains.")));
    assertThat(events)
        .dispatchEndedWith(DispatchStatus.NACK)
        .hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
    assertThat(events.events(TurnEvent.ERROR).getFirst().error().getCause())
        .hasMessage(
            "The script calls the tool 'wether', which the agent does not have. Its tools:"
                + " [weather].");
  }

  @Test
  void callsAToolThatIsMissingOnPurpose() throws Exception {
    run(ScriptedExecutor.of(Script.empty().callMissingTool("nothing", Map.of())));
    assertThat(storage.fetchToolCalls(AgentContexts.forScope(scope)).getFirst())
        .calls("nothing")
        .failed();
  }

  @Test
  void failsWithTheGivenException() {
    IOException error = new IOException("no network");
    EventRecorder events = run(ScriptedExecutor.of(Script.empty().say("a").fail(error)));
    assertThat(events)
        .dispatchEndedWith(DispatchStatus.NACK)
        .hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR)
        .hasLinesOf(
            Set.of("dispatchEnd", "error", "turnEnd"),
            "dispatchEnd(nack, 0)",
            "error(E_LLM_EXECUTION_EXECUTOR_ERROR)",
            "turnEnd");
    assertThat(events.events(TurnEvent.ERROR).getFirst().error()).hasCause(error);
    assertThat(storage.fetchMessages(AgentContexts.forScope(scope)))
        .as("only the input")
        .hasSize(1);
  }

  @Test
  void refusesAndAborts() {
    assertThat(run(ScriptedExecutor.of(Script.empty().nack(new IllegalStateException("no")))))
        .dispatchEndedWith(DispatchStatus.NACK);
    assertThat(run(ScriptedExecutor.of(Script.empty().abort("enough"))))
        .dispatchEndedWith(DispatchStatus.ABORTED)
        .hasNoErrors();
  }

  @Test
  void aSecondSignalIsAnError() {
    assertThat(run(ScriptedExecutor.of(Script.empty().ack().ack())))
        .hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
  }

  @Test
  void waitsForAGate() {
    List<Object> answers = new ArrayList<>();
    Script script =
        Script.empty().waitFor(GateRequest.of("g", "approval", "pay?"), answers::add).say("Paid.");
    TurnRunner runner = runner(ScriptedExecutor.of(script));
    EventRecorder events = EventRecorder.of(runner);
    runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve("yes"));
    runner.run(raw());
    assertThat(events)
        .hasLinesInOrder(
            "turnGateOpen(g)", "turnGateClosed(g, resolved)", "message(Paid., complete)");
    assertThat(answers).containsExactly("yes");
  }

  @Test
  void logsAndStatisticsAreReported() {
    Script script =
        Script.empty().log("cache", "hit").reportStats(GenerationStats.tokens("m", 1, 2));
    assertThat(run(ScriptedExecutor.of(script)))
        .hasLinesInOrder("log(info, cache)", "generationStats(m)", "dispatchEnd(ack, 0)");
  }

  @Test
  void everyTurnRunsItsOwnScript() {
    ScriptedExecutor executor =
        ScriptedExecutor.turns(Script.empty().say("one"), Script.empty().say("two"));
    TurnRunner runner = runner(executor);
    EventRecorder events = EventRecorder.of(runner);
    for (int i = 0; i < 3; i++) {
      runner.run(raw());
    }
    assertThat(events).said("one", "two").hasErrors(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
    assertThat(executor.dispatches()).isEqualTo(3);
    assertThat(executor.lastSeen().messageTexts()).containsExactly("Hi", "one", "Hi", "two", "Hi");
  }

  @Test
  void endlessScriptRepeats() {
    int[] rounds = {0};
    Script script =
        Script.empty()
            .then(
                (ctx, helpers) -> {
                  if (++rounds[0] == 3) {
                    ctx.ack();
                  }
                })
            .forever();
    assertThat(run(ScriptedExecutor.of(script)))
        .hasLinesInOrder("iterationEnd(1)", "dispatchEnd(ack, 2)");
  }

  @Test
  void manyTurnsAtOnceKeepTheirPlaces() throws Exception {
    TurnRunner runner =
        runner(
            ScriptedExecutor.of(
                Script.empty().say("a").nextIteration().say("b").nextIteration().say("c")));
    EventRecorder events = EventRecorder.of(runner);
    Together.run(8, thread -> runner.run(raw()));
    assertThat(events.turnIds()).hasSize(8);
    assertThat(events).isWellFormed();
    for (String turn : events.turnIds()) {
      assertThat(events.lines(turn))
          .containsSubsequence(
              "message(a, complete)", "message(b, complete)", "message(c, complete)");
    }
  }

  @Test
  void recordsOneTurnAlone() {
    TurnRunner runner = runner(ScriptedExecutor.saying("Hello"));
    TurnCall call = runner.turn(raw());
    EventRecorder one = EventRecorder.of(call);
    runner.run(raw());
    assertThat(one.lines()).isEmpty();
    call.run();
    assertThat(one).said("Hello");
    assertThat(one.turnIds()).hasSize(1);
  }

  @Test
  void aClosedRecorderHearsNothing() {
    TurnRunner runner = runner(ScriptedExecutor.saying("Hello"));
    EventRecorder events = EventRecorder.of(runner);
    events.close();
    runner.run(raw());
    assertThat(events.lines()).isEmpty();
  }

  private EventRecorder run(ScriptedExecutor executor) {
    TurnRunner runner = runner(executor);
    EventRecorder events = EventRecorder.of(runner);
    runner.run(raw());
    return events;
  }

  private TurnRunner runner(ScriptedExecutor executor) {
    return TurnRunner.builder()
        .storage(storage)
        .executor(executor)
        .addTool(weather)
        .turnInputPipeline(List.of(HydrateTurn.builder().messages(20).build(), new AcceptInput()))
        .build();
  }

  private RawTurnContext raw() {
    return RawTurnContext.builder()
        .systemPrompt("Be brief.")
        .scope(scope)
        .input(Message.user("Hi"))
        .build();
  }

  @Test
  void callsOfOneAnswerWaitTogetherAndTheScriptGoesOnBehindThem() {
    TurnStore gates = TurnStore.inMemory();
    TurnStore store = gates;
    Tool pay = weather.toBuilder().guard(ApprovalGuard.required()).build();
    ScriptedExecutor executor =
        ScriptedExecutor.of(
            Script.empty()
                .callTool("weather", Map.of("city", "Oslo"))
                .callTool("weather", Map.of("city", "Rome"))
                .nextIteration()
                .say("Done."));
    try (GateService desk =
        GateService.of(
            gates,
            GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()))) {
      TurnRunner runner =
          TurnRunner.builder()
              .storage(storage)
              .tools(List.of(pay))
              .gates(desk)
              .executor(executor)
              .build();
      runner.run(
          RawTurnContext.builder().systemPrompt("").scope(scope).parkApprovals(true).build());
      StoredTurn turn = store.open(scope).getFirst();
      assertThat(turn.calls()).hasSize(2);
      turn.gates()
          .forEach(
              ref -> desk.settle(ref, GateActor.of("boss", "default"), GateDecision.resolve(true)));
      StoredTurn claimed =
          store.claim("default", turn.turnId(), "node", Duration.ofMinutes(1)).orElseThrow();
      EventRecorder events = EventRecorder.of(runner);
      runner.run(RawTurnContext.builder().systemPrompt("").resume(claimed).build());
      assertThat(events).said("Done.").hasNoErrors();
      assertThat(store.find(scope, turn.turnId()).orElseThrow().iteration()).isEqualTo(2);
      assertThat(executor.dispatches()).isEqualTo(1);
    }
  }
}
