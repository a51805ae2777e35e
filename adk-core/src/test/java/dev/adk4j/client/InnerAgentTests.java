package dev.adk4j.client;

import static dev.adk4j.harness.Engine.turning;
import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.harness.Failures;
import dev.adk4j.harness.Stored;
import dev.adk4j.harness.StreamedEvents;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InnerAgentTests extends ParkingAgents {

  private final List<String> paid = Collections.synchronizedList(new ArrayList<>());
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private final Tool pay = payingTo(paid);

  private TurnRunner.Builder runner(DispatchExecutor executor) {
    return runner(executor, pay).dispatchInputPipeline(List.of(new MaxIterations(20)));
  }

  private AgentClient agent(String name, DispatchExecutor executor, Tool... tools) {
    return agent(runner(executor).build()).name(name).addTools(tools).build();
  }

  private static ToolCallRequest ask(String tool) {
    return request(tool, "{\"message\":\"who?\"}");
  }

  private static ToolCallRequest handOver(String agent) {
    return request("hand_over_to_" + agent, "{\"reason\":\"it is yours\"}");
  }

  /** Makes the calls, then says the results of the calls of its turn. */
  private DispatchExecutor calls(ToolCallRequest... calls) {
    DispatchExecutor calling = calling(calls);
    return (ctx, helpers) -> {
      seen.add(
          ctx.turnMessages().snapshot().stream()
              .map(Message::text)
              .collect(Collectors.joining("|")));
      calling.execute(ctx, helpers);
    };
  }

  private static DispatchExecutor says(String text) {
    return (ctx, helpers) -> say(ctx, helpers, text);
  }

  /** Returns the texts of messages and the names of called tools, in order. */
  private List<String> stored(Scope scope) {
    return Stored.in(storage, scope, Message::text, ToolCall::tool);
  }

  // --- an agent as a tool

  private AgentClient bossOf(AgentClient expert) {
    return agent("boss", calls(ask("expert")), expert.asTool("expert", "Knows."));
  }

  @Test
  void asksAnAgentInAConversationWithinItsOwn() {
    AgentClient expert = agent("expert", says("bob"));
    Conversation conversation = bossOf(expert).conversation("ann", "c");
    Answer answer = conversation.send("who is it?");
    assertThat(answer.text()).isEqualTo("<bob>");
    Scope scope = conversation.scope();
    assertThat(stored(scope)).containsExactly("who is it?", "expert", "<bob>");
    Scope inner = scope.within(answer.toolCalls().getFirst().id());
    assertThat(stored(inner)).containsExactly("who?", "bob");
    assertThat(inner.subject()).isEqualTo("ann");
    assertThat(inner.outermost()).isEqualTo(scope);
    assertThat(inner.within(Ids.next()).outermost()).isEqualTo(scope);
  }

  @Test
  void asksWithoutAConversationAndStoresNothing() {
    AgentClient expert = agent("expert", says("bob"));
    AgentClient boss = bossOf(expert);
    AgentStream stream = boss.stream("who is it?");
    Scope scope = stream.scope();
    Answer answer = stream.answer().join();
    assertThat(answer.text()).isEqualTo("<bob>");
    assertThat(stored(scope)).isEmpty();
    assertThat(stored(scope.within(answer.toolCalls().getFirst().id()))).isEmpty();
  }

  @Test
  void nestsTheInnerEventsInTheOuterStream() throws InterruptedException {
    AgentClient expert = agent("expert", says("bob"));
    AgentClient boss = bossOf(expert);
    List<AgentEvent> events =
        StreamedEvents.of(boss.conversation("ann", "c").stream("who is it?")).all().join();
    assertThat(events.stream().map(AgentEvent::turnId).distinct()).hasSize(1);
    assertThat(events.getLast()).isInstanceOf(AgentStream.End.class);
    assertThat(events).filteredOn(AgentStream.End.class::isInstance).hasSize(1);
    List<InnerEvent> inner =
        events.stream()
            .flatMap(e -> e instanceof InnerEvent i ? Stream.of(i) : Stream.empty())
            .toList();
    assertThat(inner).extracting(InnerEvent::agent).containsOnly("expert");
    assertThat(inner)
        .extracting(e -> e.event().getClass().getSimpleName())
        .containsExactly("TurnStart", "Text", "TurnEnd");
    assertThat(((AgentStream.Text) inner.get(1).event()).text()).isEqualTo("bob");
    assertThat(
            events.stream()
                .flatMap(e -> e instanceof AgentStream.Text t ? Stream.of(t.text()) : Stream.of()))
        .containsExactly("<bob>");
  }

  @Test
  void countsWhatInnerTurnsUse() {
    AgentClient expert =
        agent(
            "expert",
            (ctx, helpers) -> {
              helpers.reportGenerationStats(GenerationStats.builder().totalTokens(7L).build());
              say(ctx, helpers, "bob");
            });
    AgentClient middle = agent("middle", calls(ask("expert")), expert.asTool("expert", "Knows."));
    AgentClient boss = agent("boss", calls(ask("middle")), middle.asTool("middle", "Asks."));
    Answer answer = boss.conversation("ann", "c").send("who is it?");
    assertThat(answer.text()).isEqualTo("<<bob>>");
    assertThat(answer.usage().totalTokens()).isEqualTo(7);
  }

  @Test
  void tellsTheModelThatTheAgentFailed() {
    AgentClient expert =
        agent("expert", (ctx, helpers) -> raise(new IllegalStateException("no model")));
    AgentClient boss = bossOf(expert);
    Answer answer = boss.conversation("ann", "c").send("who is it?");
    assertThat(answer.text()).contains("The tool 'expert' failed.");
    assertThat(answer.toolCalls().getFirst().isError()).isTrue();
  }

  @Test
  void tellsTheModelThatTheAgentsIterationsRanOut() {
    AgentClient expert = agent("expert", (ctx, helpers) -> {});
    AgentClient boss = bossOf(expert);
    Answer answer = boss.conversation("ann", "c").send("who is it?");
    assertThat(answer.text()).contains("The tool 'expert' failed.");
    assertThat(boss.conversation("ann", "c").send("again").text()).isNotEmpty();
  }

  @Test
  void abortsTheInnerTurnWithTheOuter() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch aborted = new CountDownLatch(1);
    AgentClient expert = agent("expert", (ctx, helpers) -> waitUntilAborted(ctx, running, aborted));
    AgentClient boss = bossOf(expert);
    Conversation conversation = boss.conversation("ann", "c");
    AgentStream stream = conversation.stream("who is it?");
    var answer = stream.answer();
    running.await();
    stream.abort();
    assertThatThrownBy(answer::join)
        .hasCauseInstanceOf(AgentTurnException.class)
        .hasMessageContaining("was aborted");
    assertThat(aborted.getCount()).isZero();
    assertThat(stored(conversation.scope())).containsExactly("who is it?");
  }

  @Test
  void stopsAgentsThatAskEachOtherWithoutEnd() {
    AtomicReference<AgentClient> self = new AtomicReference<>();
    AgentClient loop =
        agent("loop", calls(ask("loop")), AgentClient.asTool("loop", "Asks.", self::get));
    self.set(loop);
    Answer answer = loop.conversation("ann", "c").send("who is it?");
    assertThat(answer.text())
        .startsWith("<<<<<<The tool 'loop' failed.")
        .contains("agents have asked each other 5 deep");
  }

  // --- gates in an inner turn

  private AgentClient bossWithPayer(ToolCallRequest... payments) {
    AgentClient payer = agent("payer", calls(payments));
    return agent("boss", calls(ask("payer")), payer.asTool("payer", "Pays."));
  }

  private static ToolCallRequest pay(String to) {
    return request("pay", "{\"to\":\"" + to + "\"}");
  }

  @Test
  void waitsForTheGateOfTheInnerTurnAndGoesOnWithBoth() {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(asked.gate().tool()).isEqualTo("pay");
    assertThat(paid).isEmpty();
    Answer answer = conversation.decide(asked.gate(), true);
    assertThat(answer.text()).isEqualTo("<<paid bob>>");
    assertThat(answer.turnId()).isEqualTo(asked.turnId());
    assertThat(paid).containsExactly("bob");
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("<<paid bob>>");
    assertThat(conversation.answer(asked.turnId()).text()).isEqualTo("<<paid bob>>");
    assertThat(stored(conversation.scope())).containsExactly("pay bob", "payer", "<<paid bob>>");
    assertThat(store.counts()).isEqualTo(new TurnStore.Counts(0, 0, 0, 0));
    assertThat(gates.list(GateQuery.UNDECIDED)).isEmpty();
  }

  @Test
  void tellsTheGateInTheOuterStream() throws InterruptedException {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    List<AgentEvent> events = StreamedEvents.of(conversation.stream("pay bob")).all().join();
    assertThat(events)
        .filteredOn(e -> e instanceof InnerEvent i && i.event() instanceof AgentStream.Gate)
        .hasSize(1);
    assertThat(events).filteredOn(AgentStream.Gate.class::isInstance).hasSize(1);
    assertThat(((AgentStream.End) events.getLast()).answer().status())
        .isEqualTo(Answer.Status.WAITING);
  }

  @Test
  void waitsForSeveralGatesInAnyOrder() {
    Conversation conversation = bossWithPayer(pay("bob"), pay("eve")).conversation("ann", "c");
    Answer asked = conversation.send("pay both");
    assertThat(asked.gates()).hasSize(2);
    Answer half = conversation.decide(asked.gates().getLast(), true);
    assertThat(half.gates()).containsExactly(asked.gates().getFirst());
    Answer answer = conversation.decide(half.gate(), false);
    assertThat(answer.text()).contains("paid eve").contains("not approved");
    assertThat(paid).containsExactly("eve");
  }

  @Test
  void goesOnWithBothInAnotherProcess() {
    Conversation before = bossWithPayer(pay("bob")).conversation("ann", "c");
    Answer asked = before.send("pay bob");
    waiting.close();
    waiting = process();
    Conversation after = bossWithPayer(pay("bob")).conversation("ann", "c");
    assertThat(after.decide(asked.gate(), true).text()).isEqualTo("<<paid bob>>");
    assertThat(paid).containsExactly("bob");
    assertThat(stored(after.scope())).containsExactly("pay bob", "payer", "<<paid bob>>");
  }

  @Test
  void goesOnWithBothWhenTheGateIsDecidedElsewhere() {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    gates.settle(asked.gate().id(), BOSS, GateDecision.resolve(Map.of("approved", true)));
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> store.counts().equals(new TurnStore.Counts(0, 0, 0, 0)));
    assertThat(conversation.answer(asked.turnId()).text()).isEqualTo("<<paid bob>>");
  }

  @Test
  void takesOverAfterTheInnerTurnEndedAndItsProcessDied() {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    StoredTurn outer = store.find(conversation.scope(), asked.turnId()).orElseThrow();
    String innerId = outer.calls().getFirst().id();
    Scope inner = conversation.scope().within(innerId);
    // the outer turn is held by a process that never comes back in time
    StoredTurn held =
        store.claim("default", asked.turnId(), "gone", Duration.ofHours(1)).orElseThrow();
    gates.settle(asked.gate().id(), BOSS, GateDecision.resolve(Map.of("approved", true)));
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              waiting.resumer.sweep(); // as it does by itself, every few seconds
              return store.find(inner, innerId).orElseThrow().state() == StoredTurn.State.COMPLETED;
            });
    assertThat(paid).containsExactly("bob");
    store.release(held);
    assertThat(conversation.answer(asked.turnId()).text()).isEqualTo("<<paid bob>>");
    assertThat(paid).containsExactly("bob");
  }

  @Test
  void refusesTheNextMessageWithTheGateOrSupersedesBothTurns() {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    assertThatThrownBy(() -> conversation.send("hurry"))
        .isInstanceOfSatisfying(
            AgentWaitingException.class, e -> assertThat(e.gates()).containsExactly(asked.gate()));
    Answer next = conversation.send("leave it", o -> o.whileWaiting(WhileWaiting.SUPERSEDE));
    assertThat(next.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(store.counts()).isEqualTo(new TurnStore.Counts(2, 0, 0, 0));
    assertThat(paid).isEmpty();
    assertFails(AdkErrorCode.E_GATE_ALREADY_SETTLED, () -> conversation.decide(asked.gate(), true));
  }

  @Test
  void cancelsTheInnerTurnWithTheOuterHoweverSoonTheEndOfItsGateIsHeard() {
    endsBothHoweverSoonTheEndOfTheGateIsHeard(
        (conversation, turn) -> conversation.cancel(turn, BOSS));
  }

  @Test
  void stopsTheInnerTurnWithTheOuterHoweverSoonTheEndOfItsGateIsHeard() {
    endsBothHoweverSoonTheEndOfTheGateIsHeard(Conversation::stop);
  }

  @Test
  void endsTheInnerTurnOfAnOuterOneThatAnotherProcessAskedToStop() {
    endsBothHoweverSoonTheEndOfTheGateIsHeard(
        (conversation, turn) -> {
          store.stop(conversation.scope(), turn);
          waiting.resumer.sweep();
          return true;
        });
  }

  @Test
  void cancelsTheInnerTurnOfAnOuterOneThatAnotherProcessRuns() {
    endsBothHoweverSoonTheEndOfTheGateIsHeard(
        (conversation, turn) -> {
          String tenant = conversation.scope().tenant();
          store.claim(tenant, turn, "other", Duration.ofMinutes(1)).orElseThrow();
          return waiting.operations().cancel(tenant, turn, BOSS);
        });
  }

  /** The gate of the inner turn is also one of the outer turn, and its end resumes its turn. */
  private void endsBothHoweverSoonTheEndOfTheGateIsHeard(BiPredicate<Conversation, String> end) {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    StoredTurn outer = store.find(conversation.scope(), asked.turnId()).orElseThrow();
    String innerId = outer.calls().getFirst().id();
    Supplier<StoredTurn.State> inner =
        () -> store.find(conversation.scope().within(innerId), innerId).orElseThrow().state();
    try (Subscription heard =
        gates
            .parkedGates()
            .onSettled(gate -> await().until(() -> inner.get() != StoredTurn.State.WAITING))) {
      assertThat(end.test(conversation, asked.turnId())).isTrue();
    }
    assertThat(inner.get()).isEqualTo(StoredTurn.State.ABORTED);
    assertThat(paid).isEmpty();
  }

  @Test
  void hidesGatesOfInnerTurnsFromOtherConversations() {
    AgentClient boss = bossWithPayer(pay("bob"));
    Answer asked = boss.conversation("ann", "c").send("pay bob");
    assertFails(
        AdkErrorCode.E_GATE_NOT_FOUND,
        () -> boss.conversation("ann", "d").decide(asked.gate(), true));
  }

  @Test
  void asksForTheAgentAndForItsCallOnceEach() {
    AgentClient payer = agent("payer", calls(pay("bob")));
    Tool guarded =
        payer.asTool("payer", "Pays.").toBuilder().guard(ApprovalGuard.required()).build();
    Conversation conversation =
        agent("boss", calls(ask("payer")), guarded).conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    assertThat(asked.gate().tool()).isEqualTo("payer");
    Answer again = conversation.decide(asked.gate(), true);
    assertThat(again.gate().tool()).isEqualTo("pay");
    assertThat(conversation.decide(again.gate(), true).text()).isEqualTo("<<paid bob>>");
    assertThat(paid).containsExactly("bob");
  }

  @Test
  void runsTheCallsBehindTheOneThatWaitsLater() {
    AgentClient payer = agent("payer", calls(pay("bob")));
    AgentClient expert = agent("expert", says("eve"));
    Conversation conversation =
        agent(
                "boss",
                calls(ask("expert"), ask("payer"), ask("expert")),
                payer.asTool("payer", "Pays."),
                expert.asTool("expert", "Knows."))
            .conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    assertThat(stored(conversation.scope())).containsExactly("pay bob", "expert");
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("<eve, <paid bob>, eve>");
  }

  /** A boss that makes the calls of a payer and of the expert at once, then says their results. */
  private Conversation inParallel(AgentClient expert, ToolCallRequest... asked) {
    AgentClient payer = agent("payer", calls(pay("bob")));
    return agent(
            "boss",
            (ctx, helpers) -> {
              if (ctx.turnToolCalls().isEmpty()) {
                call(ctx, helpers, List.of(asked));
              } else {
                calls(ask("payer"), ask("expert")).execute(ctx, helpers);
              }
            },
            payer.asTool("payer", "P.").toBuilder().parallel(true).build(),
            expert.asTool("expert", "K.").toBuilder().parallel(true).build())
        .conversation("ann", "c");
  }

  @Test
  void waitsForOneOfSeveralParallelCalls() {
    Conversation conversation =
        inParallel(agent("expert", says("eve")), ask("payer"), ask("expert"), ask("payer"));
    Answer asked = conversation.send("pay bob");
    assertThat(asked.gates()).hasSize(2);
    Answer half = conversation.decide(asked.gates().getFirst(), true);
    assertThat(half.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(conversation.decide(half.gate(), true).text())
        .isEqualTo("<eve, <paid bob>, <paid bob>>");
    assertThat(paid).containsExactly("bob", "bob");
  }

  /** A payer whose resumed turn counts down, and then waits until it is aborted. */
  private AgentClient payerThatRunsUntilAborted(CountDownLatch running, CountDownLatch aborted) {
    return agent(
        "payer",
        (ctx, helpers) -> {
          if (ctx.turnToolCalls().isEmpty()) {
            call(ctx, helpers, List.of(pay("bob")));
            return;
          }
          waitUntilAborted(ctx, running, aborted);
        });
  }

  private static void waitUntilAborted(
      DispatchContext ctx, CountDownLatch running, CountDownLatch aborted)
      throws InterruptedException {
    ctx.abortSignal().onAbort(reason -> aborted.countDown());
    running.countDown();
    aborted.await();
    ctx.abortSignal().throwIfAborted();
  }

  /**
   * @param resumes called with each run of the boss's turn but the first, before it calls tools
   */
  private Conversation bossOf(AgentClient payer, Consumer<TurnContext> resumes) {
    AtomicInteger runs = new AtomicInteger();
    TurnRunner bossRunner =
        runner(calls(ask("payer")))
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(20).toolCalls(20).build(),
                    new AcceptInput(),
                    turning(
                        turn -> {
                          if (runs.getAndIncrement() > 0) {
                            resumes.accept(turn);
                          }
                        })))
            .build();
    return agent(bossRunner)
        .name("boss")
        .addTools(payer.asTool("payer", "Pays."))
        .build()
        .conversation("ann", "c");
  }

  @Test
  void cancelingWhatWaitsLeavesARunningTurnAndTheOneWithinIt() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch canceled = new CountDownLatch(1);
    AgentClient payer =
        agent(
            "payer",
            (ctx, helpers) -> {
              if (ctx.turnToolCalls().isEmpty()) {
                call(ctx, helpers, List.of(pay("bob")));
                return;
              }
              running.countDown();
              Failures.await(canceled);
              say(ctx, helpers, ctx.aborted() ? "aborted" : "done");
            });
    Conversation conversation = bossOf(payer, turn -> {});
    Answer asked = conversation.send("pay bob");
    CompletableFuture<Answer> answer =
        CompletableFuture.supplyAsync(() -> conversation.decide(asked.gate(), true));
    Failures.await(running);
    await()
        .until(
            () ->
                store.find(conversation.scope(), asked.turnId()).orElseThrow().state()
                    == StoredTurn.State.RUNNING);
    waiting.turns.cancelWaiting(conversation.scope(), BOSS);
    canceled.countDown();
    assertThat(answer.get().text()).isEqualTo("<done>");
  }

  @Test
  void abortsTheInnerTurnThatWentOn() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch aborted = new CountDownLatch(1);
    AgentClient payer = payerThatRunsUntilAborted(running, aborted);
    CompletableFuture<Runnable> abort = new CompletableFuture<>();
    Conversation conversation = bossOf(payer, turn -> abort.complete(() -> turn.abort("enough")));
    Answer asked = conversation.send("pay bob");
    Thread aborter =
        Thread.ofVirtual()
            .start(
                () -> {
                  Failures.await(running);
                  abort.join().run();
                });
    assertFails(AdkErrorCode.E_TURN_ABORTED, () -> conversation.decide(asked.gate(), true))
        .isInstanceOf(AgentTurnException.class);
    aborter.join();
    aborted.await();
    await().until(() -> store.counts().equals(new TurnStore.Counts(0, 0, 0, 0)));
  }

  @Test
  void abortsTheInnerTurnThatRunsBeforeTheOuterOneCallsItsToolAgain() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch aborted = new CountDownLatch(1);
    AgentClient payer = payerThatRunsUntilAborted(running, aborted);
    Conversation conversation =
        bossOf(
            payer,
            turn -> {
              Failures.await(running);
              turn.abort("enough");
            });
    Answer asked = conversation.send("pay bob");
    assertFails(AdkErrorCode.E_TURN_ABORTED, () -> conversation.decide(asked.gate(), true));
    aborted.await();
    await().until(() -> store.counts().equals(new TurnStore.Counts(0, 0, 0, 0)));
  }

  @Test
  void blocksAtTheInnerGateWhereTheOuterTurnBlocks() {
    Conversation conversation = bossWithPayer(pay("bob")).conversation("ann", "c");
    Thread decider =
        Thread.ofVirtual()
            .start(
                () -> {
                  await().until(() -> !gates.list(GateQuery.UNDECIDED).isEmpty());
                  gates.settle(
                      gates.list(GateQuery.UNDECIDED).getFirst().ref(),
                      BOSS,
                      GateDecision.resolve(Map.of("approved", true)));
                });
    Answer answer = conversation.send("pay bob", o -> o.waitForGates(Duration.ofSeconds(30)));
    assertThat(answer.text()).isEqualTo("<<paid bob>>");
    assertThat(decider.isInterrupted()).isFalse();
  }

  @Test
  void letsAQueuedMessageRunBehindBothTurns() throws InterruptedException {
    Conversation conversation = triageWithPayer().conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    AtomicReference<Answer> later = new AtomicReference<>();
    Thread sender =
        Thread.ofVirtual()
            .start(
                () ->
                    later.set(conversation.send("then?", o -> o.whileWaiting(WhileWaiting.QUEUE))));
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("<paid bob>");
    sender.join();
    assertThat(later.get().status()).isEqualTo(Answer.Status.COMPLETED);
    assertThat(stored(conversation.scope()))
        .startsWith("pay bob", "pay", "<paid bob>", "hand_over_to_payer", "then?");
  }

  @Test
  void answersWithTheOuterTurnToADecisionThatComesBeforeItWaits() throws Exception {
    CountDownLatch opened = new CountDownLatch(1);
    CountDownLatch decided = new CountDownLatch(1);
    AgentClient expert =
        agent(
            "expert",
            (ctx, helpers) -> {
              decided.await();
              say(ctx, helpers, "eve");
            });
    Conversation conversation = inParallel(expert, ask("payer"), ask("expert"));
    AtomicReference<Answer> answer = new AtomicReference<>();
    Thread decider =
        Thread.ofVirtual()
            .start(
                () -> {
                  await().until(() -> !gates.list(GateQuery.UNDECIDED).isEmpty());
                  opened.countDown();
                  answer.set(
                      conversation.decide(
                          gates.list(GateQuery.UNDECIDED).getFirst().ref(),
                          GateDecision.resolve(true),
                          BOSS));
                });
    Thread.ofVirtual()
        .start(
            () -> {
              Failures.await(opened);
              decided.countDown();
            });
    Answer asked = conversation.send("pay bob");
    decider.join();
    assertThat(answer.get().turnId()).isEqualTo(asked.turnId());
    assertThat(answer.get().text()).isEqualTo("<eve, <paid bob>>");
  }

  @Test
  void goesOnWithMoreTurnsThanRunAtOnceWhileTheyWaitForInnerOnes() {
    AgentClient boss = bossWithPayer(pay("bob"));
    List<Answer> asked = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      asked.add(boss.conversation("ann", "c" + i).send("pay bob"));
    }
    asked.forEach(each -> gates.settle(each.gate().id(), BOSS, GateDecision.resolve(true)));
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> store.counts().equals(new TurnStore.Counts(0, 0, 0, 0)));
    assertThat(paid).hasSize(120);
  }

  @Test
  void refusesAnAgentWhoseNameIsAnothersToo() {
    agent("same", calls(pay("bob")));
    assertThatThrownBy(() -> agent("same", calls(ask("payer"))))
        .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION))
        .hasMessageContaining("Two agents are named 'same'")
        .hasMessageContaining("InnerAgentTests.java");
  }

  // --- hand-over

  private AgentClient triageOf(AgentClient billing) {
    return agent(
        "triage", calls(handOver("billing")), AgentClient.handoffTo(billing, "For bills."));
  }

  @Test
  void handsTheConversationOver() throws InterruptedException {
    AgentClient billing =
        agent(
            "billing",
            (ctx, helpers) -> {
              seen.add(ctx.turnMessages().snapshot().getLast().text());
              seen.add(ctx.standingInstructions().snapshot().getLast().value());
              say(ctx, helpers, "It was 20.");
            });
    Conversation conversation = triageOf(billing).conversation("ann", "c");
    List<AgentEvent> events = StreamedEvents.of(conversation.stream("my bill?")).all().join();
    Answer answer = ((AgentStream.End) events.getLast()).answer();
    assertThat(answer.text()).isEqualTo("It was 20.");
    assertThat(events.stream().map(AgentEvent::turnId).distinct()).containsExactly(answer.turnId());
    assertThat(
            events.stream()
                .flatMap(e -> e instanceof AgentStream.Text t ? Stream.of(t.text()) : Stream.of()))
        .containsExactly("It was 20.");
    assertThat(seen).contains("my bill?", "This conversation was handed over to you: it is yours");
    assertThat(stored(conversation.scope()))
        .containsExactly("my bill?", "It was 20.", "hand_over_to_billing");
  }

  @Test
  void handsOverWithoutAConversation() {
    AgentClient billing = agent("billing", says("It was 20."));
    AgentClient triage = triageOf(billing);
    assertThat(triage.ask("my bill?")).isEqualTo("It was 20.");
  }

  @Test
  void handsOverToAnAgentThatWaitsAndGoesOnInAnotherProcess() {
    Conversation before = triageWithPayer().conversation("ann", "c");
    Answer asked = before.send("pay bob");
    assertThat(asked.gate().tool()).isEqualTo("pay");
    assertThatThrownBy(() -> before.send("hurry"))
        .isInstanceOfSatisfying(
            AgentWaitingException.class, e -> assertThat(e.gates()).containsExactly(asked.gate()));
    waiting.close();
    waiting = process();
    Conversation after = triageWithPayer().conversation("ann", "c");
    Answer answer = after.decide(asked.gate(), true);
    assertThat(answer.text()).isEqualTo("<paid bob>");
    assertThat(answer.turnId()).isEqualTo(asked.turnId());
    assertThat(paid).containsExactly("bob");
    assertThat(stored(after.scope()))
        .containsExactly("pay bob", "pay", "<paid bob>", "hand_over_to_payer");
    assertThat(after.send("again", o -> o.tools(false)).text()).isNotEmpty();
  }

  private AgentClient triageWithPayer() {
    AgentClient payer = agent("payer", calls(pay("bob")));
    return agent("triage", calls(handOver("payer")), AgentClient.handoffTo(payer, "For payments."));
  }

  @Test
  void letsTwoAgentsHandOverToEachOtherUntilTheLimit() {
    AtomicReference<AgentClient> first = new AtomicReference<>();
    AtomicReference<AgentClient> second = new AtomicReference<>();
    first.set(
        agent(
            "first",
            calls(handOver("second")),
            AgentClient.handoffTo("second", "To the second.", second::get)));
    second.set(
        agent(
            "second",
            calls(handOver("first")),
            AgentClient.handoffTo("first", "To the first.", first::get)));
    Conversation conversation = first.get().conversation("ann", "c");
    Answer answer = conversation.send("who?");
    assertThat(answer.text())
        .startsWith("<The tool 'hand_over_to_first' failed.")
        .contains("5 deep");
    assertThat(stored(conversation.scope()))
        .filteredOn(text -> text.equals(answer.text()))
        .hasSize(1);
    assertThat(store.counts()).isEqualTo(new TurnStore.Counts(0, 0, 0, 0));
  }

  @Test
  void handsOverBackAndForthWithAGateInTheInnermost() {
    AtomicReference<AgentClient> first = new AtomicReference<>();
    DispatchExecutor back =
        (ctx, helpers) -> {
          if (ctx.outermostTurnId().equals(ctx.turnId())) {
            calls(handOver("second")).execute(ctx, helpers);
          } else {
            calls(pay("bob")).execute(ctx, helpers);
          }
        };
    AgentClient second =
        agent(
            "second",
            calls(handOver("first")),
            AgentClient.handoffTo("first", "To the first.", first::get));
    first.set(agent("first", back, AgentClient.handoffTo(second, "To the second.")));
    Conversation conversation = first.get().conversation("ann", "c");
    Answer asked = conversation.send("pay bob");
    assertThat(asked.gate().tool()).isEqualTo("pay");
    Answer answer = conversation.decide(asked.gate(), true);
    assertThat(answer.text()).isEqualTo("<paid bob>");
    assertThat(answer.turnId()).isEqualTo(asked.turnId());
    assertThat(stored(conversation.scope()))
        .containsExactly(
            "pay bob", "pay", "<paid bob>", "hand_over_to_first", "hand_over_to_second");
    assertThat(store.counts()).isEqualTo(new TurnStore.Counts(0, 0, 0, 0));
  }

  @Test
  void asksTheInnerAgentForTheTypeOfTheAnswer() {
    AgentClient billing = agent("billing", says("{\"amount\":20}"));
    AgentClient triage = triageOf(billing);
    assertThat(triage.conversation("ann", "c").ask("my bill?", Bill.class).amount()).isEqualTo(20);
  }

  record Bill(int amount) {}
}
