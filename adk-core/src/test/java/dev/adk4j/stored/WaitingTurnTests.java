package dev.adk4j.stored;

import static dev.adk4j.stored.WaitingAgent.BOSS;
import static dev.adk4j.stored.WaitingAgent.SCOPE;
import static dev.adk4j.stored.WaitingAgent.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortController;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.ToolApproval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class WaitingTurnTests {

  @AutoClose private final WaitingAgent agent = new WaitingAgent();

  @Test
  void endsWithTheAnswerStoredAndNothingStarted() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)));

    assertThat(agent.log).containsExactly("start", "model 0", "open {\"n\":1}", "end");
    assertThat(agent.history()).containsExactly("USER: Pay.", "ASSISTANT: I will.");
    assertThat(agent.found(waiting)).isEqualTo(waiting);
    assertThat(waiting.state()).isEqualTo(State.WAITING);
    assertThat(waiting.memo().text()).isEqualTo("\"memo\"");
    assertThat(waiting.calls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.tool()).isEqualTo("pay");
              assertThat(call.providerId()).isEqualTo("p1");
              GateRecord gate = agent.desk.find("acme", call.gate()).orElseThrow();
              assertThat(gate.toolCallId()).isEqualTo(call.id());
              assertThat(gate.turnId()).isEqualTo(waiting.turnId());
              assertThat(gate.orphaned()).isFalse();
            });
  }

  @Test
  void otherThreadsUseTheStoreWhileListenersHearOfASavedTurn() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)));
    StoredTurn claimed =
        agent.store.claim("acme", waiting.turnId(), "node", Duration.ofHours(1)).orElseThrow();
    List<Optional<StoredTurn>> seen = new ArrayList<>();
    agent.store.save(
        claimed,
        Map.of(),
        saved ->
            seen.add(
                CompletableFuture.supplyAsync(() -> agent.store.find(SCOPE, waiting.turnId()))
                    .orTimeout(30, TimeUnit.SECONDS)
                    .join()));
    assertThat(seen).singleElement().satisfies(turn -> assertThat(turn).isPresent());
  }

  @Test
  void goesOnWithTheCallWhenItIsApproved() {
    StoredTurn waiting = agent.approved(List.of(call("pay", 1)), "Paid.");
    agent.log.clear();

    StoredTurn after = agent.resume(waiting);

    assertThat(agent.log)
        .containsExactly("start", "closed RESOLVED", "paid 1", "model 1", "output", "end");
    assertThat(agent.history())
        .containsExactly(
            "USER: Pay.", "ASSISTANT: I will.", "pay{\"n\":1} done", "ASSISTANT: Paid.");
    assertThat(agent.storage.log(SCOPE)).extracting("id").contains(waiting.calls().getFirst().id());
    assertThat(after.state()).isEqualTo(State.COMPLETED);
    assertThat(after.phase()).isEqualTo(Phase.ANSWERED);
    assertThat(after.answer().text()).isEqualTo("Paid.");
  }

  @Test
  void startsNothingWhileTheSecondGateIsOpen() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1), call("pay", 2)), "Paid.");
    assertThat(waiting.gates()).hasSize(2);
    agent.decide(waiting.gates().get(1), GateDecision.resolve(true));
    assertThat(agent.store.ready(10)).isEmpty();

    assertThat(agent.resume(waiting).state()).isEqualTo(State.WAITING);
    assertThat(agent.log).doesNotContain("paid 2", "output");

    agent.decide(waiting.gates().get(0), GateDecision.resolve(true));
    assertThat(agent.store.ready(10)).hasSize(1);
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsSubsequence("paid 1", "paid 2", "model 1", "output");
  }

  @Test
  void keepsHowTheExecutorWantsResults() {
    agent.policy = new ToolResultOptions(ToolResultOptions.ErrorDetail.NONE, 1_000);
    StoredTurn waiting = agent.waits(List.of(call("pay", 1), call("pay", 2)), "Paid.");
    agent.decide(waiting.gates().get(0), GateDecision.resolve(true));
    agent.decide(waiting.gates().get(1), GateDecision.reject("a secret reason"));
    agent.resume(waiting);
    assertThat(agent.inline).containsExactly(true, false);
    assertThat(agent.history()).noneMatch(line -> line.contains("secret"));
  }

  @Test
  void theSameCallTwiceNeedsTwoDecisions() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1), call("pay", 1)), "Paid.");
    assertThat(waiting.gates()).hasSize(2);
    agent.decide(waiting.gates().get(0), GateDecision.resolve(true));
    agent.decide(waiting.gates().get(1), GateDecision.resolve(false));
    agent.resume(waiting);
    assertThat(agent.log).containsOnlyOnce("paid 1");
  }

  @Test
  void aSiblingThatNeedsNoApprovalWaitsToo() {
    StoredTurn waiting =
        agent.waits(List.of(call("look", 1), call("pay", 2), call("look", 3)), "Done.");
    assertThat(agent.log).doesNotContain("looked 1");
    assertThat(waiting.gates()).hasSize(1);
    agent.decide(waiting.gates().getFirst(), GateDecision.resolve(true));
    agent.resume(waiting);
    assertThat(agent.log).containsSubsequence("looked 1", "paid 2", "looked 3", "model 1");
    assertThat(agent.history())
        .containsSubsequence("look{\"n\":1} done", "pay{\"n\":2} done", "look{\"n\":3} done");
  }

  @Test
  void runsWithEditedArguments() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)), "Paid.");
    String ref = waiting.gates().getFirst();
    agent.decide(ref, GateDecision.resolve(Map.of("approved", true, "args", Map.of("n", 7))));
    agent.resume(waiting);
    assertThat(agent.log).contains("paid 7");
    assertThat(agent.history()).contains("pay{\"n\":7} done");
    assertThat(agent.desk.decisions(agent.desk.find("acme", ref).orElseThrow()))
        .singleElement()
        .satisfies(decision -> assertThat(decision.edited()).isTrue());
  }

  @Test
  void refusesArgumentsThatDoNotFitWhereTheyAreGiven() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)));
    GateDecision wrong = GateDecision.resolve(Map.of("approved", true, "args", Map.of("n", "x")));
    assertThatThrownBy(() -> agent.decide(waiting.gates().getFirst(), wrong))
        .hasMessageContaining("schema");
    assertThat(agent.desk.list(GateQuery.UNDECIDED)).hasSize(1);
  }

  @Test
  void opensTheGateAgainWhereAnotherProcessTookArgumentsThatDoNotFit() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)), "Paid.");
    String ref = waiting.gates().getFirst();
    try (var elsewhere =
        GateService.of(
            agent.gates,
            GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()))) {
      GateDecision wrong = GateDecision.resolve(Map.of("approved", true, "args", Map.of("n", "x")));
      assertThat(elsewhere.settle(ref, BOSS, wrong).state()).isEqualTo(GateState.PROPOSED);
      assertThat(agent.resume(waiting).state()).isEqualTo(State.WAITING);
      assertThat(elsewhere.find("acme", ref).orElseThrow().state()).isEqualTo(GateState.OPEN);
      elsewhere.settle(ref, BOSS, GateDecision.resolve(true));
    }
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).contains("paid 1");
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(
            GateDecision.resolve(Map.of("approved", false, "reason", "too much")), "too much"),
        Arguments.of(GateDecision.reject("not today"), "not today"),
        Arguments.of(GateDecision.abort(), "aborted"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void tellsTheModelOfARefusal(GateDecision decision, String why) {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)), "A pity.");
    agent.decide(waiting.gates().getFirst(), decision);
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).doesNotContain("paid 1").contains("model 1");
    assertThat(agent.history()).anyMatch(line -> line.contains("failed") && line.contains(why));
  }

  @Test
  void tellsTheModelOfATimeout() {
    agent.tools.add(
        agent.tool(
            "slow",
            ApprovalGuard.required(Duration.ofHours(1)),
            (args, ctx, meta) -> ToolOutput.text("x")));
    StoredTurn waiting = agent.waits(List.of(call("slow", 1)), "A pity.");
    agent.now = agent.now.plus(Duration.ofMinutes(59));
    agent.gates.sweep(null);
    assertThat(agent.store.ready(10)).isEmpty();
    agent.now = agent.now.plus(Duration.ofMinutes(1));
    agent.gates.sweep(null);
    assertThat(agent.store.ready(10)).hasSize(1);
    agent.resume(waiting);
    assertThat(agent.history())
        .anyMatch(line -> line.contains("failed") && line.contains("was not settled"));
  }

  @Test
  void asksOnlyWhereTheGuardDoes() {
    agent.tools.removeIf(tool -> tool.name().equals("pay"));
    agent.tools.add(
        agent.tool(
            "pay",
            new Above(5),
            (args, ctx, meta) -> {
              agent.log.add("paid " + args.path("n").asInt());
              return ToolOutput.text("paid");
            }));
    agent.answers(List.of(call("pay", 5)), "Paid.");
    assertThat(agent.send("Pay little.")).isEmpty();
    assertThat(agent.log).contains("paid 5");

    agent.answers(List.of(call("pay", 6)), "Paid.");
    StoredTurn waiting = agent.send("Pay much.").orElseThrow();
    agent.decide(waiting.gates().getFirst(), GateDecision.resolve(true));
    agent.resume(waiting);
    assertThat(agent.log).contains("paid 6");
  }

  /** Asks above a limit. */
  private record Above(int limit) implements ToolGuard {
    @Override
    public ToolOutput guard(
        Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
        throws Exception {
      return args.path("n").asInt() > limit
          ? ApprovalGuard.required().guard(tool, args, checksum, ctx, call)
          : call.proceed(args);
    }

    @Override
    public Optional<GateRequest<?>> approval(
        Tool tool, JsonNode args, String checksum, DispatchContext ctx, String recordId)
        throws Exception {
      return args.path("n").asInt() > limit
          ? ApprovalGuard.required().approval(tool, args, checksum, ctx, recordId)
          : Optional.empty();
    }
  }

  @Test
  void knowsTheApprovalThatMiddlewareAsksFor() {
    try (WaitingAgent other =
        new WaitingAgent(b -> b.dispatchInputPipeline(List.of(ToolApproval.of("look", "pay"))))) {
      StoredTurn waiting =
          other.answers(List.of(call("look", 1)), "Seen.").send("Look.").orElseThrow();
      other.decide(waiting.gates().getFirst(), GateDecision.resolve(true));
      assertThat(other.resume(waiting).state()).isEqualTo(State.COMPLETED);
      assertThat(other.log).contains("looked 1");
    }
  }

  @Test
  void aCallThatIsNotAskedForAnyMoreIsNotStarted() {
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)), "Hm.");
    agent.decide(waiting.gates().getFirst(), GateDecision.resolve(false));
    agent.tools.replaceAll(tool -> tool.toBuilder().guard(null).build());
    agent.resume(waiting);
    assertThat(agent.log).doesNotContain("paid 1");
    assertThat(agent.history())
        .anyMatch(line -> line.contains("failed") && line.contains("not started"));
  }

  @Test
  void runsAtOnceWhereEveryDecisionIsThere() {
    StoredTurn first = agent.waits(List.of(call("pay", 1)));
    agent.decide(first.gates().getFirst(), GateDecision.resolve(true));
    agent.answers(List.of(call("pay", 1)), "Paid.");
    assertThat(agent.send("Pay now.")).isEmpty();
    assertThat(agent.log).containsOnlyOnce("paid 1");
  }

  @Test
  void waitsAgainWhereTheModelAsksForMore() {
    StoredTurn waiting = agent.approved(List.of(call("pay", 1)), List.of(call("pay", 2)), "Paid.");
    StoredTurn again = agent.resume(waiting);
    assertThat(again.state()).isEqualTo(State.WAITING);
    assertThat(again.iteration()).isEqualTo(1);
    assertThat(agent.log).doesNotContain("output");
    agent.decide(again.gates().getFirst(), GateDecision.resolve(true));
    assertThat(agent.resume(again).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsSubsequence("paid 1", "paid 2", "model 2", "output");
    assertThat(agent.history()).hasSize(6);
  }

  @Test
  void countsIterationsOverTheWholeTurn() {
    StoredTurn waiting =
        agent.approved(
            List.of(call("look", 0)),
            List.of(call("pay", 1)),
            List.of(call("look", 2)),
            "too late");
    StoredTurn after = agent.resume(waiting);
    assertThat(agent.log)
        .contains("model 2", "error E_DISPATCH_LIMIT_REACHED")
        .doesNotContain("model 3");
    assertThat(after.state()).isEqualTo(State.FAILED);
    assertThat(after.error()).isEqualTo("E_DISPATCH_LIMIT_REACHED");
  }

  @Test
  void streamsBeforeItWaitsAndAfterwards() {
    agent.streams = true;
    StoredTurn waiting = agent.approved(List.of(call("pay", 1)), "Paid.");
    agent.runner.observe(TurnEvent.TURN_END, e -> {});
    assertThat(agent.resume(waiting).answer().text()).isEqualTo("Paid.");
  }

  @Test
  void anAbortedTurnDoesNotWait() {
    AbortController controller = new AbortController();
    agent.raw = builder -> builder.turnAbortController(controller);
    agent.tools.add(
        agent.tool("stop", new Aborting(controller), (args, ctx, meta) -> ToolOutput.text("x")));
    assertThat(agent.answers(List.of(call("stop", 1))).send("Pay.")).isEmpty();
    assertThat(agent.store.open(SCOPE)).isEmpty();
    assertThat(agent.desk.list(GateQuery.UNDECIDED)).isEmpty();
  }

  private record Aborting(AbortController controller) implements ToolGuard {
    @Override
    public ToolOutput guard(
        Tool tool, JsonNode args, String sum, DispatchContext ctx, GuardedCall call) {
      return call.proceed(args);
    }

    @Override
    public Optional<GateRequest<?>> approval(
        Tool tool, JsonNode args, String checksum, DispatchContext ctx, String recordId)
        throws Exception {
      controller.abort();
      return ApprovalGuard.required().approval(tool, args, checksum, ctx, recordId);
    }
  }

  @Test
  void anAbortedContinuationIsOver() {
    AbortController controller = new AbortController();
    agent.tools.add(
        agent.tool(
            "stop",
            ApprovalGuard.required(),
            (args, ctx, meta) -> {
              controller.abort();
              throw new dev.adk4j.abort.AbortException(null);
            }));
    StoredTurn waiting = agent.approved(List.of(call("stop", 1)));
    agent.raw = builder -> builder.turnAbortController(controller);
    assertThat(agent.resume(waiting).state()).isEqualTo(State.ABORTED);
    assertThat(agent.store.ready(10)).isEmpty();
  }

  @Test
  void anAbortedContinuationGoesOnElsewhereWhereTheProcessStops() {
    AbortController controller = new AbortController();
    controller.abort();
    StoredTurn waiting = agent.approved(List.of(call("pay", 1)), "Paid.");
    agent.desk.parkedGates().handOver();
    agent.raw = builder -> builder.turnAbortController(controller);
    assertThat(agent.resume(waiting).state()).isEqualTo(State.WAITING);
    agent.raw = builder -> builder;
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsOnlyOnce("paid 1");
  }

  @Test
  void theToolRunsOnceWhereAProcessDiesWithinTheContinuation() {
    StoredTurn waiting = diesAfterALook();
    agent.now = agent.now.plus(Duration.ofSeconds(19));
    assertThat(agent.store.ready(10)).isEmpty();
    agent.now = agent.now.plus(Duration.ofSeconds(1));
    assertThat(agent.store.ready(10)).hasSize(1);
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).doesNotContain("looked 1", "paid 2", "died").contains("model 1");
    assertThat(agent.history())
        .anyMatch(line -> line.startsWith("look") && line.contains("not known"))
        .anyMatch(line -> line.startsWith("pay") && line.contains("already started"));
  }

  @Test
  void aCallThatOnlyReadsIsStartedAgain() {
    agent.tools.replaceAll(tool -> tool.toBuilder().readOnly(tool.name().equals("look")).build());
    StoredTurn waiting = diesAfterALook();
    agent.now = agent.now.plus(Duration.ofSeconds(20));
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsOnlyOnce("looked 1").doesNotContain("paid 2", "died");
    assertThat(agent.history())
        .contains("look{\"n\":1} done")
        .anyMatch(line -> line.startsWith("pay") && line.contains("already started"));
  }

  /** Looks, and dies in the payment. */
  private StoredTurn diesAfterALook() {
    StoredTurn waiting = agent.approved(List.of(call("look", 1), call("pay", 2)), "Hm.");
    agent.tools.replaceAll(
        tool ->
            tool.name().equals("pay")
                ? tool.toBuilder()
                    .handler(
                        (args, ctx, meta) -> {
                          agent.log.add("died");
                          throw new OutOfMemoryError("as if the process died");
                        })
                    .build()
                : tool);
    StoredTurn claimed = agent.claim(waiting);
    assertThatThrownBy(() -> agent.run(claimed)).isInstanceOf(OutOfMemoryError.class);
    agent.log.clear();
    return waiting;
  }

  @Test
  void callsThatWaitedRunAtOnceWhereTheirToolsSaySo() {
    CyclicBarrier three = new CyclicBarrier(3);
    agent.tools.replaceAll(
        tool ->
            tool.toBuilder()
                .parallel(true)
                .handler(
                    (args, ctx, meta) -> {
                      three.await();
                      return ToolOutput.text("met");
                    })
                .build());
    StoredTurn waiting =
        agent.approved(List.of(call("look", 1), call("pay", 2), call("look", 3)), "Done.");
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.history())
        .containsExactly(
            "USER: Pay.",
            "ASSISTANT: I will.",
            "look{\"n\":1} done",
            "pay{\"n\":2} done",
            "look{\"n\":3} done",
            "ASSISTANT: Done.");
  }

  @Test
  void whoLostTheClaimStoresNothing() {
    StoredTurn waiting = agent.approved(List.of(call("look", 1), call("pay", 2)), "Paid.");
    StoredTurn slow = agent.claim(waiting);
    agent.now = agent.now.plus(Duration.ofSeconds(20));
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    List<String> before = agent.history();
    agent.answers("Never.");
    agent.run(slow);
    assertThat(agent.log).containsOnlyOnce("looked 1").containsOnlyOnce("paid 2");
    assertThat(agent.history()).isEqualTo(before);
    assertThat(agent.found(waiting).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void whoLostTheClaimBeforeAnythingWasStoredStoresNothingEither() {
    StoredTurn waiting = agent.approved(List.of(call("pay", 2)), "Paid.");
    StoredTurn slow = agent.claim(waiting);
    agent.now = agent.now.plus(Duration.ofSeconds(20));
    StoredTurn taken = agent.claim(waiting);
    List<String> before = agent.history();
    agent.run(slow);
    assertThat(agent.history()).isEqualTo(before);
    assertThat(agent.log).noneMatch(line -> line.startsWith("error"));
    assertThat(agent.found(waiting)).isEqualTo(taken);
    agent.run(taken);
    assertThat(agent.log).containsOnlyOnce("paid 2");
    assertThat(agent.found(waiting).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void asksTheModelOnlyForWhatIsNotStored() {
    StoredTurn waiting = agent.approved(List.of(call("pay", 1)), "Paid.");
    StoredTurn claimed = agent.claim(waiting);
    agent.store.advance(claimed.at(Phase.ANSWERED, 2, new StoredTurn.Answer("m", "Paid.")));
    agent.now = agent.now.plus(Duration.ofSeconds(20));
    agent.log.clear();
    assertThat(agent.resume(waiting).answer().text()).isEqualTo("Paid.");
    assertThat(agent.log).containsExactly("start", "output", "end");
  }

  @Test
  void refusesToWaitWhereItCould() {
    agent.raw = b -> b.scope(dev.adk4j.value.Scope.of("acme", "ann", null));
    assertThatThrownBy(() -> agent.send("Pay.")).hasMessageContaining("$.scope.conversation");
    StoredTurn waiting = parked();
    assertThatThrownBy(() -> agent.run(waiting)).hasMessageContaining("claim");
    agent.raw = b -> b.input(dev.adk4j.primitive.Message.user("And?"));
    assertThatThrownBy(() -> agent.run(agent.claim(waiting))).hasMessageContaining("$.input");
  }

  private StoredTurn parked() {
    agent.raw = b -> b;
    return agent.waits(List.of(call("pay", 1)));
  }

  @Test
  void aTurnBlocksUnlessItIsAskedNotTo() {
    agent.runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve(true));
    agent.raw = b -> b.parkApprovals(false);
    agent.answers(List.of(call("pay", 1)), "Paid.");
    assertThat(agent.send("Pay.")).isEmpty();
    assertThat(agent.log)
        .containsSubsequence("model 0", "closed RESOLVED", "paid 1", "model 1", "output");
  }

  @Test
  void aListenerMayDecideRightWhenItIsTold() {
    agent.runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve(true));
    StoredTurn waiting = agent.waits(List.of(call("pay", 1)), "Paid.");
    assertThat(agent.store.ready(1)).hasSize(1);
    assertThat(agent.resume(waiting).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsOnlyOnce("paid 1");
  }
}
