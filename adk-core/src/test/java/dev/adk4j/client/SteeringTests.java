package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.call;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateState;
import dev.adk4j.guard.Guards;
import dev.adk4j.guard.Verdict;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SteeringTests {

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = world.process("one");
  private final DurableAgent.Process two = world.process("two");
  private final List<List<String>> seen = new ArrayList<>();

  private static List<String> texts(DispatchContext ctx) {
    return ctx.turnMessages().snapshot().stream().map(Message::text).toList();
  }

  /** The model calls a tool, during which the message comes, and then answers. */
  private void modelCallsAndAnswers() {
    world.model =
        ctx -> {
          seen.add(texts(ctx));
          return ctx.turnToolCalls().isEmpty() ? List.of(call("look", 1)) : "Paid.";
        };
  }

  @Test
  void reachesTheTurnInItsNextIterationAndNotBetweenACallAndItsResult() {
    modelCallsAndAnswers();
    world.add(
        "look",
        (args, ctx, meta) -> {
          two.conversation().steer("Use the other account.");
          return ToolOutput.text("seen");
        });
    AcceptedTurn turn = one.ran("Pay.");

    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(seen)
        .containsExactly(List.of("Pay."), List.of("Pay.", "I will.", "Use the other account."));
    assertThat(world.history())
        .containsExactly(
            "user Pay.",
            "assistant I will.",
            "look{\"n\":1} done",
            "user Use the other account.",
            "assistant Paid.");
    assertThat(world.found(turn).inbox()).isEqualTo(new StoredTurn.Inbox(1, 1, false));
  }

  @Test
  void isAnsweredWhereItComesWhileTheModelGivesItsLastAnswer() {
    world.model =
        ctx -> {
          seen.add(texts(ctx));
          if (seen.size() == 1) {
            assertThat(two.conversation().steer("And hurry.").isNew()).isFalse();
          }
          return "Answer " + seen.size();
        };
    AcceptedTurn turn = one.ran("Pay.");
    assertThat(turn.answer().text()).isEqualTo("Answer 2");
    assertThat(world.history())
        .containsExactly(
            "user Pay.", "assistant Answer 1", "user And hurry.", "assistant Answer 2");
    assertThat(world.log)
        .containsExactly("one start", "one model 0", "one model 1", "one output", "one end");
    assertThat(world.found(turn).iteration()).isEqualTo(2);
  }

  @Test
  void reachesATurnThatIsNextInItsFirstIteration() {
    world.model =
        ctx -> {
          seen.add(texts(ctx));
          return "Done.";
        };
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    AcceptedTurn reached = two.conversation().steer("Only half.");
    assertThat(reached.turnId()).isEqualTo(turn.turnId());
    one.run(turn);
    assertThat(seen).containsExactly(List.of("Pay.", "Only half."));
  }

  @Test
  void waitsWithTheTurnForItsDecision() {
    modelCallsAndAnswers();
    world.addApproved("look", "seen");
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    assertThat(one.run(turn).next()).isEqualTo(Next.REST);
    two.conversation().steer("Quickly.");
    String gate = turn.answer().gates().getFirst().id();
    one.conversation().settle(gate, dev.adk4j.gate.GateDecision.resolve(true), DurableAgent.BOSS);
    two.run(turn);
    assertThat(world.history())
        .containsExactly(
            "user Pay.",
            "assistant I will.",
            "look{\"n\":1} done",
            "user Quickly.",
            "assistant Paid.");
  }

  @Test
  void isRefusedOrTheNextTurnWhereNoneWorks() {
    assertFails(AdkErrorCode.E_NO_TURN_RUNS, () -> one.conversation().steer("Hello?"));
    AcceptedTurn sent = one.conversation().durable().steerOrSend("Hello?");
    assertThat(sent.isNew()).isTrue();
    one.run(sent);
    assertThat(sent.answer().text()).isEqualTo("Done.");
    assertFails(AdkErrorCode.E_NO_TURN_RUNS, () -> one.conversation().steer("Hello?"));
  }

  @Test
  void isGivenOnceUnderItsKey() {
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    DurableConversation keyed = two.conversation().durable().key("k");
    keyed.steer(Message.user("Half."));
    keyed.steer(Message.user("Half."));
    assertFails(AdkErrorCode.E_STORAGE_CONFLICT, () -> keyed.steer(Message.user("All.")));
    one.run(turn);
    assertThat(keyed.steerOrSend("Half.").turnId()).isEqualTo(turn.turnId());
    assertThat(world.history()).containsExactly("user Pay.", "user Half.", "assistant Done.");
    AcceptedTurn next = one.conversation().durable().key("n").steerOrSend("Next.");
    assertThat(next.isNew()).isTrue();
    assertThat(one.conversation().durable().key("n").steerOrSend("Next.").turnId())
        .isEqualTo(next.turnId());
  }

  @Test
  void twoPeopleSeeWhatBothSay() {
    Scope bobs = Scope.of("acme", "bob", "c1");
    AcceptedTurn turn =
        one.conversation().durable().send(Message.user("Pay.").toBuilder().identity("ann").build());
    two.agent
        .conversation(bobs)
        .durable()
        .steer(Message.user("Not so much.").toBuilder().identity("bob").build());
    List<String> authors = new ArrayList<>();
    world.model =
        ctx -> {
          ctx.turnMessages()
              .snapshot()
              .forEach(m -> authors.add(m.identity().representation().value() + ": " + m.text()));
          return "Done.";
        };
    one.run(turn);
    assertThat(authors).containsExactly("ann: Pay.", "bob: Not so much.");
  }

  @Test
  void isLookedAtByTheGuardsOfTheInput() {
    DurableAgent guarded = new DurableAgent();
    Guards guards =
        Guards.builder()
            .input(
                "secrets",
                (text, ctx) ->
                    text.contains("secret")
                        ? Verdict.refuse("No.")
                        : Verdict.rewrite(text.replace("4711", "…")))
            .build();
    guarded.input = List.of(guards);
    DurableAgent.Process here = guarded.process("one");
    AcceptedTurn turn = here.conversation().durable().send("Pay.");
    here.conversation().steer("The secret.");
    here.conversation().steer("Account 4711.");
    here.run(turn);
    assertThat(guarded.history())
        .containsExactly("user Pay.", "user Account ….", "assistant Done.");
    assertThat(guarded.found(turn).state()).isEqualTo(State.COMPLETED);
    guarded.close();
  }

  @Test
  void isATurnOfItsOwnWhereTheTurnFailsBeforeItReadsIt() {
    AtomicInteger asked = new AtomicInteger();
    world.model =
        ctx -> {
          if (asked.incrementAndGet() == 1) {
            two.conversation().steer("One.");
            two.conversation().steer("Two.");
            throw new IllegalStateException("no model");
          }
          return "Done.";
        };
    AcceptedTurn turn = one.ran("Pay.");
    assertThat(world.found(turn).state()).isEqualTo(State.FAILED);
    StoredTurn next = world.store.open(DurableAgent.SCOPE).getFirst();
    assertThat(next.state()).isEqualTo(State.READY);
    two.run(new AcceptedTurn(two.turns.turns, DurableAgent.SCOPE, next.turnId(), true));
    assertThat(world.history())
        .containsExactly("user Pay.", "user One.", "user Two.", "assistant Done.");
    assertThat(world.store.open(DurableAgent.SCOPE)).isEmpty();
  }

  @Test
  void refusesMoreThanATurnMayHaveToRead() {
    DurableAgent small = new DurableAgent();
    small.client = builder -> builder.maxQueued(2);
    DurableAgent.Process here = small.process("one");
    here.conversation().durable().send("Pay.");
    here.conversation().steer("1");
    here.conversation().steer("2");
    assertFails(AdkErrorCode.E_LIMIT_REACHED, () -> here.conversation().steer("3"));
    small.close();
  }

  @Test
  void stopsATurnThatIsQueuedOrNext() {
    AcceptedTurn first = one.conversation().durable().send("1");
    AcceptedTurn second = one.conversation().durable().send("2");
    assertThat(two.conversation().stop(second.turnId())).isTrue();
    assertThat(two.conversation().stop(first.turnId())).isTrue();
    assertThat(world.found(first).state()).isEqualTo(State.ABORTED);
    assertThat(world.found(second).state()).isEqualTo(State.ABORTED);
    assertThat(two.conversation().stop(first.turnId())).isFalse();
    assertThat(two.conversation().stop("unknown")).isFalse();
    assertThat(one.run(first).next()).isEqualTo(Next.FORGET);
    assertThatThrownBy(first::answer).isInstanceOf(AgentTurnException.class);
    assertThat(world.log).isEmpty();
    assertThat(one.conversation().durable().send("3").isNew()).isTrue();
  }

  @Test
  void stopsATurnThatWaitsAndAbortsItsGates() {
    modelCallsAndAnswers();
    world.addApproved("look", "seen");
    AcceptedTurn turn = one.ran("Pay.");
    String gate = turn.answer().gates().getFirst().id();
    assertThat(two.conversation().stop(turn.turnId())).isTrue();
    assertThat(world.found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.gates.gate("acme", gate).orElseThrow().state()).isEqualTo(GateState.ABORTED);
    assertThat(world.history()).containsExactly("user Pay.", "assistant I will.");
  }

  @Test
  void stopsATurnOfAnotherProcessAndKeepsWhatWasSaid() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    world.add("look", "seen");
    world.model =
        ctx -> {
          if (ctx.turnToolCalls().isEmpty()) {
            return List.of(call("look", 1));
          }
          inside.countDown();
          await().until(ctx::aborted);
          return "Never said.";
        };
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    Thread runs = Thread.ofVirtual().start(() -> one.run(turn));
    assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(two.conversation().stop(turn.turnId())).isTrue();
    assertFails(AdkErrorCode.E_NO_TURN_RUNS, () -> two.conversation().steer("Too late."));
    runs.join();
    assertThat(world.found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.log).endsWith("one end").doesNotContain("one error E_TURN_ABORTED");
    assertThat(world.history())
        .containsExactly("user Pay.", "assistant I will.", "look{\"n\":1} done");
  }

  @Test
  void endsATurnWhoseProcessDiedAfterItWasStopped() {
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    world.store.take("acme", turn.turnId(), "dead", java.time.Duration.ofHours(1));
    assertThat(two.conversation().stop(turn.turnId())).isTrue();
    assertThat(world.found(turn).state()).isEqualTo(State.RUNNING);
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(world.found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.log).isEmpty();
  }

  @Test
  void stopsNothingOfAnotherConversation() {
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    Conversation other = one.agent.conversation(Scope.of("acme", "ann", "c2"));
    assertThat(other.stop(turn.turnId())).isFalse();
    assertFails(AdkErrorCode.E_NO_TURN_RUNS, () -> other.steer("x"));
    assertThat(GateActor.TURN).isEqualTo("turn");
    assertThat(world.found(turn).state()).isEqualTo(State.READY);
  }
}
