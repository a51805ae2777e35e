package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.call;
import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.Failures;
import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolContext;
import dev.adk4j.tool.Tools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DurableTurnTests {

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = world.process("one");
  private final List<String> keys = new CopyOnWriteArrayList<>();

  /** A tool that hangs where the process is the first one to start it with these arguments. */
  private Tool.Builder hanging(String name, int hangsAt) {
    AtomicInteger started = new AtomicInteger();
    return world.tool(
        name,
        new Tool.Handler() {
          @Override
          public ToolOutput handle(
              tools.jackson.databind.JsonNode args,
              DispatchContext ctx,
              dev.adk4j.value.Attributes meta) {
            throw new AssertionError("needs the call's id");
          }

          @Override
          public ToolOutput handle(
              tools.jackson.databind.JsonNode args,
              DispatchContext ctx,
              dev.adk4j.value.Attributes meta,
              String recordId)
              throws Exception {
            keys.add(new ToolContext(ctx, meta, recordId).idempotencyKey());
            world.log.add(name + " " + args.path("n").asInt());
            if (args.path("n").asInt() == hangsAt && started.incrementAndGet() == 1) {
              world.inside.countDown();
              world.never.await();
            }
            return ToolOutput.text("paid");
          }
        });
  }

  /** Asks for these calls first, then says what it saw. */
  private void modelCalls(dev.adk4j.tool.ToolCallRequest... calls) {
    world.model = ctx -> ctx.turnToolCalls().isEmpty() ? List.of(calls) : "Paid.";
  }

  /** Accepts a turn whose model makes the calls, and runs it until it hangs in the tool. */
  private AcceptedTurn hung(Tool.Builder tool, dev.adk4j.tool.ToolCallRequest... calls)
      throws Exception {
    modelCalls(calls);
    world.tools.add(tool.build());
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    world.hang(one, turn);
    return turn;
  }

  @Test
  void keepsThePriorityThatItsSenderGave() {
    DurableConversation durable = one.conversation().durable();
    assertThat(world.found(durable.send("Pay.")).acceptance().priority()).isZero();
    AcceptedTurn urgent = durable.key("k").priority(7).send("Pay.");
    assertThat(world.found(urgent).acceptance().priority()).isEqualTo(7);
    assertThat(durable.priority(7).key("k").send("Pay.").turnId()).isEqualTo(urgent.turnId());
    assertThatThrownBy(() -> durable.priority(101)).hasMessageContaining("from -100 to 100");
  }

  @Test
  void runsInWhicheverProcessIsGivenIt() {
    DurableAgent.Process two = world.process("two");
    modelCalls(call("look", 1));
    world.add("look", "seen");
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    assertThat(turn.isNew()).isTrue();
    assertThat(world.found(turn).state()).isEqualTo(State.READY);
    assertThat(turn.answer(Duration.ofMillis(1))).isEmpty();
    assertThat(world.history()).isEmpty();

    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);

    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(two.conversation().answer(turn.turnId()).text()).isEqualTo("Paid.");
    assertThat(world.log)
        .containsExactly("two start", "two model 0", "two model 1", "two output", "two end");
    assertThat(world.history())
        .containsExactly("user Pay.", "assistant I will.", "look{\"n\":1} done", "assistant Paid.");
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(world.log).hasSize(5);
  }

  /** What the model is asked for. */
  record Price(int cents) {}

  @Test
  void keepsTheOptionsOfTheCall() {
    List<Object> seen = new ArrayList<>();
    world.model =
        ctx -> {
          seen.add(ctx.stash().get("order"));
          seen.add(ctx.standingInstructions().snapshot().getLast().value());
          return "{\"cents\":7}";
        };
    AcceptedTurn turn =
        one.conversation()
            .durable()
            .send(
                "Count.",
                o -> o.stash("order", 4711).instruction("Only a number.").answer(Price.class));
    one.run(turn);
    assertThat(turn.answer().value(Price.class)).isEqualTo(new Price(7));
    assertThat(seen.getFirst()).isEqualTo(4711);
    assertThat(seen).contains("Only a number.");
  }

  @Test
  void refusesOptionsThatCannotBeStored() {
    DurableConversation durable = one.conversation().durable();
    assertThatThrownBy(() -> durable.send("x", o -> o.stash("stream", System.out)))
        .hasMessageContaining("$.stash.stream");
    assertThatThrownBy(() -> durable.send("x", o -> o.waitForGates(Duration.ofSeconds(1))))
        .hasMessageContaining("$.waitForGates");
    assertThat(world.store.open(DurableAgent.SCOPE)).isEmpty();
  }

  @Test
  void isTheSameTurnForTheSameRequest() {
    DurableConversation durable = one.conversation().durable().key("order-1");
    AcceptedTurn first = durable.send("Pay.");
    AcceptedTurn again = durable.send("Pay.");
    assertThat(again.turnId()).isEqualTo(first.turnId());
    assertThat(again.isNew()).isFalse();
    one.run(first);
    assertThat(durable.send("Pay.").answer().text()).isEqualTo("Done.");
    assertThatThrownBy(() -> durable.send("Pay twice."))
        .satisfies(e -> assertThat(AdkException.is(e, AdkErrorCode.E_STORAGE_CONFLICT)).isTrue())
        .hasMessageContaining("order-1");
  }

  @Test
  void runsInTheOrderOfAcceptance() {
    DurableAgent.Process two = world.process("two");
    AcceptedTurn first = one.conversation().durable().send("1");
    AcceptedTurn second = two.conversation().durable().send("2");
    assertThat(world.found(second).state()).isEqualTo(State.QUEUED);
    assertThat(two.run(second).next()).isEqualTo(Next.FORGET);
    assertThat(world.history()).isEmpty();
    one.run(first);
    assertThat(world.found(second).state()).isEqualTo(State.READY);
    two.run(second);
    assertThat(world.history())
        .containsExactly("user 1", "assistant Done.", "user 2", "assistant Done.");
  }

  @Test
  void asksTheModelNeverAgainForWhatWasStored() throws Exception {
    DurableAgent.Process two = world.process("two");
    AcceptedTurn turn = hung(hanging("pay", 2), call("pay", 1), call("pay", 2), call("pay", 3));
    assertThat(world.found(turn).phase()).isEqualTo(Phase.ASKED);
    assertThat(world.history())
        .containsExactly("user Pay.", "assistant I will.", "pay{\"n\":1} done");

    two.run(turn);

    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.log)
        .containsExactly(
            "one start",
            "one model 0",
            "pay 1",
            "pay 2",
            "two start",
            "pay 3",
            "two model 1",
            "two output",
            "two end");
    assertThat(world.history().get(3)).contains("pay{\"n\":2} failed", "is not known");
    assertThat(world.history()).hasSize(6);
    assertThat(keys).doesNotHaveDuplicates();
  }

  @Test
  void aRunThatLostItsTurnWritesNothingAndTellsNothing() throws Exception {
    DurableAgent.Process two = world.process("two");
    AcceptedTurn turn = hung(hanging("pay", 1), call("pay", 1));
    two.run(turn);
    List<String> history = world.history();
    world.log.clear();

    world.awake();

    assertThat(world.history()).isEqualTo(history);
    assertThat(world.log).containsExactly("one end");
    assertThat(world.found(turn).state()).isEqualTo(State.COMPLETED);
    assertThat(one.conversation().answer(turn.turnId()).text()).isEqualTo("Paid.");
  }

  @Test
  void aRunThatIsToldItLostItsTurnNotesNoEnd() throws Exception {
    world.model =
        ctx -> {
          world.inside.countDown();
          await().until(ctx::aborted);
          return "Too late.";
        };
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    world.hang(one, turn);
    await()
        .until(
            () -> {
              one.lose(turn); // its model may be asked before its handle is known
              return !world.hangs();
            });
    assertThat(world.found(turn).state()).isEqualTo(State.RUNNING);
    world.model = ctx -> "Done.";
    one.run(turn);
    assertThat(turn.answer().text()).isEqualTo("Done.");
    assertThat(world.history()).containsExactly("user Pay.", "assistant Done.");
  }

  @Test
  void startsACallAgainThatMayBeRepeated() throws Exception {
    DurableAgent.Process two = world.process("two");
    AcceptedTurn turn = hung(hanging("pay", 1).afterCrash(AfterCrash.REPEAT), call("pay", 1));
    two.run(turn);
    assertThat(keys).hasSize(2).containsOnly(keys.getFirst());
    assertThat(world.history().get(2)).isEqualTo("pay{\"n\":1} done");
  }

  @Test
  void startsAReadOnlyCallAgain() throws Exception {
    AcceptedTurn turn = hung(hanging("look", 1).readOnly(true), call("look", 1));
    world.process("two").run(turn);
    assertThat(world.history().get(2)).isEqualTo("look{\"n\":1} done");
  }

  @Test
  void asksBeforeACallIsStartedAgain() throws Exception {
    DurableAgent.Process two = world.process("two");
    AcceptedTurn turn =
        hung(hanging("pay", 1).afterCrash(AfterCrash.ASK), call("pay", 1), call("pay", 2));
    assertThat(two.run(turn).next()).isEqualTo(Next.REST);
    Answer waits = turn.answer();
    assertThat(waits.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(waits.gates()).hasSize(1);
    assertThat(two.isDue(turn)).isFalse();

    two.desk.settle(
        waits.gate().id(), DurableAgent.BOSS, dev.adk4j.gate.GateDecision.resolve(true));
    assertThat(two.isDue(turn)).isTrue();
    await().until(() -> two.woken.stream().anyMatch(t -> t.turnId().equals(turn.turnId())));
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.log).filteredOn("pay 1"::equals).hasSize(2);
    assertThat(world.log).filteredOn("pay 2"::equals).hasSize(1);
    assertThat(keys.get(1)).isEqualTo(keys.get(0));
  }

  @Test
  void startsACallNotAgainThatSomebodyDenied() throws Exception {
    DurableAgent.Process two = world.process("two");
    AcceptedTurn turn = hung(hanging("pay", 1).afterCrash(AfterCrash.ASK), call("pay", 1));
    two.run(turn);
    two.desk.settle(
        turn.answer().gate().id(), DurableAgent.BOSS, dev.adk4j.gate.GateDecision.resolve(false));
    two.run(turn);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.log).filteredOn("pay 1"::equals).hasSize(1);
    assertThat(world.history().get(2)).contains("was not approved");
  }

  @Test
  void believesWhatFindsOutHowACallEnded() throws Exception {
    DurableAgent.Process two = world.process("two");
    modelCalls(call("pay", 1));
    List<String> asked = new ArrayList<>();
    world.tools.add(
        hanging("pay", 1)
            .afterCrash(AfterCrash.ASK)
            .completedBy(
                (key, ctx) -> {
                  asked.add(key);
                  return Optional.of(ToolOutput.text("paid before"));
                })
            .build());
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    world.hang(one, turn);
    two.run(turn);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(asked).containsOnly(keys.getFirst());
    assertThat(keys).hasSize(1);
    assertThat(world.history().get(2)).isEqualTo("pay{\"n\":1} done");
  }

  @Test
  void waitsForAnApprovalAndHoldsNothing() {
    DurableAgent.Process two = world.process("two");
    modelCalls(call("pay", 1));
    world.addApproved("pay", "paid");
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    AcceptedTurn behind =
        one.conversation().durable().send("Thanks.", o -> o.whileWaiting(WhileWaiting.QUEUE));
    assertThat(one.run(turn).next()).isEqualTo(Next.REST);
    assertThat(world.found(behind).state()).isEqualTo(State.QUEUED);
    assertThatThrownBy(() -> two.conversation().durable().send("Are you there?"))
        .isInstanceOf(AgentWaitingException.class);
    two.desk.settle(
        turn.answer().gate().id(), DurableAgent.BOSS, dev.adk4j.gate.GateDecision.resolve(true));
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.found(behind).state()).isEqualTo(State.READY);
  }

  @Test
  void givesUpATurnThatNeverEndsAndGoesOnWithTheNext() {
    AcceptedTurn poison = one.conversation().durable().send("Die.");
    AcceptedTurn next = one.conversation().durable().send("Go on.");
    for (int i = 0; i < 20; i++) {
      assertThat(world.store.take("acme", poison.turnId(), "dead", Duration.ofHours(1)))
          .isPresent();
    }
    assertThat(one.run(poison).next()).isEqualTo(Next.FORGET);
    assertThat(world.found(poison).state()).isEqualTo(State.FAILED);
    assertThatThrownBy(poison::answer)
        .isInstanceOf(AgentTurnException.class)
        .hasMessageContaining("E_DISPATCH_LIMIT_REACHED");
    one.run(next);
    assertThat(next.answer().text()).isEqualTo("Done.");
  }

  @Test
  void failsWithItsError() {
    world.model = ctx -> raise(new IllegalStateException("no model"));
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    AcceptedTurn next = one.conversation().durable().send("And?");
    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);
    assertThatThrownBy(turn::answer).isInstanceOf(AgentTurnException.class);
    assertThat(world.found(next).state()).isEqualTo(State.READY);
  }

  @Test
  void leavesATurnOfAnAgentItDoesNotHaveToOthers() {
    DurableAgent.Process one = world.process("one");
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    world.client = builder -> builder.name("other");
    assertThat(world.process("two").run(turn).next()).isEqualTo(Next.AGAIN);
    assertThat(world.found(turn).attempt()).isZero();
    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(turn.answer().text()).isEqualTo("Done.");
  }

  @Test
  void isHandedOverAtTheEndOfItsIterationWhenTheProcessStops() {
    DurableAgent.Process two = world.process("two");
    world.model =
        ctx -> ctx.turnToolCalls().size() < 2 ? List.of(call("pay", ctx.iteration())) : "Paid.";
    world.add(
        "pay",
        (args, ctx, meta) -> {
          world.log.add("pay " + args.path("n").asInt());
          one.turns.close();
          return ToolOutput.text("paid");
        });
    AcceptedTurn turn = one.conversation().durable().send("Pay.");

    assertThat(one.run(turn).next()).isEqualTo(Next.AGAIN);

    assertThat(world.log).containsExactly("one start", "one model 0", "pay 0", "one end");
    assertThat(two.isDue(turn)).isTrue();
    assertThat(world.found(turn).attempt()).isZero();
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(world.log.subList(4, 9))
        .containsExactly("two start", "two model 1", "pay 1", "two model 2", "two output");
    assertThat(turn.answer().text()).isEqualTo("Paid.");
  }

  @Test
  void runsAgainWhenTheStorageWasAway() {
    world.model = ctx -> raise(new AdkException(AdkErrorCode.E_STORAGE_UNAVAILABLE, "down"));
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    assertThat(one.run(turn).next()).isEqualTo(Next.AGAIN);
    world.model = ctx -> "Done.";
    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(world.history()).containsExactly("user Pay.", "assistant Done.");
  }

  @Test
  void saysWhichAttemptItIs() {
    List<Integer> attempts = new ArrayList<>();
    world.model =
        ctx -> {
          attempts.add(ctx.attempt());
          if (attempts.size() < 3) {
            throw new AdkException(AdkErrorCode.E_STORAGE_UNAVAILABLE, "down");
          }
          return "Done.";
        };
    AcceptedTurn turn = one.ran("Pay.");
    world.process("two").run(turn);
    one.run(turn);
    one.conversation().send("Thanks.");
    assertThat(attempts).containsExactly(1, 2, 3, 1);
  }

  @Test
  void storesEachOfTheCallsThatRunAtOnceWhenItEnds() throws Exception {
    AcceptedTurn turn =
        hung(hanging("pay", 1).parallel(true), call("pay", 1), call("pay", 2), call("pay", 3));
    await().until(() -> world.history().size() == 4);
    assertThat(world.found(turn).calls()).extracting("args").hasSize(1);
    world.process("two").run(turn);
    assertThat(world.history()).filteredOn(line -> line.contains("failed")).hasSize(1);
    assertThat(keys).doesNotHaveDuplicates().hasSize(3);
  }

  /** A kill makes the outcome of a call unknown until its result is stored. */
  @Test
  void storesTheCallsThatEndMeanwhileTogether() {
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch stored = new CountDownLatch(2);
    List<Thread> meanwhile = new CopyOnWriteArrayList<>();
    AtomicInteger stores = new AtomicInteger();
    world.calling =
        method -> {
          if (method.equals("done")) {
            stores.incrementAndGet();
            storing.countDown();
            Failures.await(begun);
            meanwhile.forEach(Failures::join);
            stored.countDown();
          }
        };
    world.tools.add(
        world
            .tool(
                "pay",
                (args, ctx, meta) -> {
                  int n = args.path("n").asInt();
                  if (n == 2 || n == 3) {
                    Failures.await(storing);
                    meanwhile.add(Thread.currentThread());
                    begun.countDown();
                  } else if (n == 4) {
                    Failures.await(stored);
                  }
                  return ToolOutput.text("paid");
                })
            .parallel(true)
            .build());
    modelCalls(call("pay", 1), call("pay", 2), call("pay", 3), call("pay", 4));

    // the first one alone, then the two that ended meanwhile, and the last one with the iteration
    assertThat(one.ran("Pay.").answer().text()).isEqualTo("Paid.");
    assertThat(stores).hasValue(2);
  }

  @Test
  void waitsForALimitOfTheProcessWithoutCountingAnAttempt() {
    dev.adk4j.limit.RequestLimits limits =
        dev.adk4j.limit.RequestLimits.of(
            dev.adk4j.limit.RequestLimits.Options.NONE.with(dev.adk4j.limit.Limit.OPEN_TURNS, 1));
    world.client = builder -> builder.limits(limits);
    DurableAgent.Process one = world.process("one");
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    try (dev.adk4j.limit.Permit taken = limits.run(DurableAgent.SCOPE)) {
      assertThat(one.run(turn).next()).isEqualTo(Next.AGAIN);
      assertThat(world.found(turn).attempt()).isZero();
    }
    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(turn.answer().text()).isEqualTo("Done.");
  }

  /** Charges, and says under which key. */
  static final class Till {
    final List<String> keys = new ArrayList<>();

    @AgentTool(value = "Charges.", afterCrash = AfterCrash.ASK)
    String charge(ToolContext call, long cents) {
      keys.add(call.idempotencyKey());
      return "charged " + cents + " of " + call.scope().subject();
    }
  }

  @Test
  void givesAMethodItsKey() {
    Till till = new Till();
    Tool charge = Tools.of(till).getFirst();
    assertThat(charge.afterCrash()).isEqualTo(AfterCrash.ASK);
    assertThat(charge.inputSchema().json().text()).doesNotContain("call");
    world.tools.add(charge);
    world.model =
        ctx ->
            ctx.turnToolCalls().isEmpty()
                ? List.of(
                    new dev.adk4j.tool.ToolCallRequest(
                        null, "charge", dev.adk4j.value.Json.read("{\"cents\":5}")))
                : ctx.turnToolCalls().snapshot().getFirst().id();
    AcceptedTurn turn = one.ran("Pay.");
    assertThat(till.keys).containsExactly(turn.answer().text());
  }

  @Test
  void refusesMoreThanTheQueueHolds() {
    world.client = builder -> builder.maxQueued(1);
    DurableConversation durable = world.process("one").conversation().durable();
    durable.send("1");
    durable.send("2");
    assertThatThrownBy(() -> durable.send("3"))
        .satisfies(e -> assertThat(AdkException.is(e, AdkErrorCode.E_LIMIT_REACHED)).isTrue());
  }

  @Test
  void aPlainMessageComesAfterThoseThatWereAccepted() throws Exception {
    AcceptedTurn turn = one.conversation().durable().send("first");
    Thread plain = Thread.ofVirtual().start(() -> one.conversation().ask("second"));
    one.run(turn);
    plain.join();
    assertThat(world.history())
        .containsExactly("user first", "assistant Done.", "user second", "assistant Done.");
  }

  @Test
  void schedulesRunByThemselvesAlsoAfterAFailure() throws Exception {
    CountDownLatch looks = new CountDownLatch(3);
    world.calling =
        method -> {
          if (method.equals("schedules")) {
            looks.countDown();
            throw new IllegalStateException("The store is away.");
          }
        };
    try (GateService desk = GateService.of(world.gates);
        AgentRegistry nobodyAsks = new AgentRegistry(desk, null, Duration.ofMillis(1))) {
      assertThat(looks.await(1, TimeUnit.MINUTES)).as("schedules of %s", nobodyAsks).isTrue();
    }
  }

  @Test
  void runsByItselfWithoutAQueue() {
    AgentClient agent =
        AgentClient.of(
            acking(ctx -> ctx.storeMessage(dev.adk4j.primitive.Message.assistant("Hello."))));
    Conversation conversation = agent.conversation("ann", "c-1");
    AcceptedTurn first = conversation.durable().send("Hi");
    AcceptedTurn second = conversation.durable().send("Hi again");
    assertThat(second.answer().text()).isEqualTo("Hello.");
    assertThat(first.answer(Duration.ofMillis(1))).map(Answer::text).contains("Hello.");
  }
}
