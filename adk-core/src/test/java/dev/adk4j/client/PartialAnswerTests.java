package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.call;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.Failures;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was written of an answer when its durable turn ends without it. */
@Timeout(60)
class PartialAnswerTests {

  private static final AdkException FAILURE =
      new AdkException(AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "The model is gone.");

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = world.process("one");
  private final CountDownLatch told = new CountDownLatch(1);

  private void tell(String id, String... pieces) {
    world.telling =
        (ctx, helpers) -> {
          for (String piece : pieces) {
            helpers.reportMessage(id, piece);
          }
        };
  }

  private AcceptedTurn ran() {
    AcceptedTurn turn = one.ran("Count.");
    return turn;
  }

  private void fail() {
    world.model = ctx -> raise(FAILURE);
  }

  /** Says a part of its answer, and the rest of it after an abort. */
  private void hang() {
    world.model =
        ctx -> {
          told.countDown();
          CountDownLatch aborted = new CountDownLatch(1);
          ctx.abortSignal().onAbort(reason -> aborted.countDown());
          Failures.await(aborted);
          return "One two three.";
        };
  }

  @Test
  void isKeptOfATurnThatIsStopped() throws Exception {
    tell("m", "One ", "two");
    hang();
    AcceptedTurn turn = one.conversation().durable().send("Count.");
    Thread run = Thread.ofVirtual().start(() -> one.run(turn));
    told.await();
    one.conversation().stop(turn.turnId());
    run.join();
    assertThat(world.found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.history()).containsExactly("user Count.", "partial One two");
  }

  @Test
  void isKeptOfATurnThatFails() {
    tell("m", "One ", "two");
    fail();
    AcceptedTurn turn = ran();
    assertThat(world.found(turn).state()).isEqualTo(State.FAILED);
    assertThat(world.history()).containsExactly("user Count.", "partial One two");
    one.run(turn);
    assertThat(world.history()).hasSize(2);
  }

  @Test
  void isOfTheIterationThatWasNotStored() {
    world.add("look", "seen");
    world.telling =
        (ctx, helpers) ->
            helpers.reportMessage("m" + ctx.iteration(), "told " + ctx.iteration(), true);
    world.model =
        ctx -> {
          if (ctx.iteration() == 0) {
            return List.of(call("look", 1));
          }
          throw FAILURE;
        };
    ran();
    assertThat(world.history())
        .containsExactly(
            "user Count.", "assistant I will.", "look{\"n\":1} done", "partial told 1");
  }

  @Test
  void isNotKeptOfATurnThatEndsWell() {
    tell("m", "One ", "two");
    ran();
    assertThat(world.history()).containsExactly("user Count.", "assistant Done.");
  }

  @Test
  void isNotKeptWhereAnotherProcessGoesOn() throws Exception {
    tell("m", "One ", "two");
    hang();
    AcceptedTurn turn = one.conversation().durable().send("Count.");
    Thread run = Thread.ofVirtual().start(() -> one.run(turn));
    told.await();
    DurableAgent.Process two = world.process("two");
    world.telling = (ctx, helpers) -> {};
    world.model = ctx -> "One two three.";
    two.run(turn);
    one.lose(turn);
    run.join();
    assertThat(world.history()).containsExactly("user Count.", "assistant One two three.");
  }

  /** What a guard refuses is not to be read, the part that it saw first neither. */
  @Test
  void isNotKeptOfWhatAGuardRefused() {
    tell("m", "One ", "two");
    world.model = ctx -> raise(new AdkException(AdkErrorCode.E_GUARD_REFUSED, "Refused."));
    AcceptedTurn turn = ran();
    assertThat(world.found(turn).state()).isEqualTo(State.FAILED);
    assertThat(world.history()).containsExactly("user Count.");
  }

  /** The process died: another one ends the turn, and has the text of the stored events. */
  @Test
  void isKeptOfATurnWhoseProcessDied() {
    AtomicInteger asked = new AtomicInteger();
    one.turns.unfinished(
        turn -> {
          asked.incrementAndGet();
          return List.of(Message.partial("m", "One two", Instant.EPOCH));
        });
    AcceptedTurn turn = taken(20);
    one.run(turn);
    assertThat(world.found(turn).state()).isEqualTo(State.FAILED);
    assertThat(world.found(turn).error()).isEqualTo(AdkErrorCode.E_DISPATCH_LIMIT_REACHED.name());
    assertThat(world.history()).containsExactly("partial One two");
    assertThat(asked).hasValue(1);
  }

  @Test
  void isKeptWhereATurnIsStoppedWhoseProcessDied() {
    one.turns.unfinished(turn -> List.of(Message.partial("m", "One two", Instant.EPOCH)));
    AcceptedTurn turn = taken(1);
    one.conversation().stop(turn.turnId());
    one.run(turn);
    assertThat(world.found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.history()).containsExactly("partial One two");
  }

  @Test
  void isNotLookedForWhereNobodyRanTheTurn() {
    one.turns.unfinished(turn -> raise(new AssertionError("nothing was told")));
    AcceptedTurn turn = one.conversation().durable().send("Count.");
    one.conversation().stop(turn.turnId());
    assertThat(world.found(turn).state()).isEqualTo(State.ABORTED);
  }

  /** A text that cannot be read or stored does not keep a turn from ending. */
  @Test
  void doesNotHoldUpTheEnd() {
    one.turns.unfinished(turn -> raise(new IllegalStateException("the events are gone")));
    AcceptedTurn turn = taken(20);
    one.run(turn);
    assertThat(world.found(turn).state()).isEqualTo(State.FAILED);

    ran();
    String taken = world.storage.log(DurableAgent.SCOPE).getLast().id();
    one.turns.unfinished(any -> List.of(Message.partial(taken, "One", Instant.EPOCH)));
    AcceptedTurn next = taken(20);
    one.run(next);
    assertThat(world.found(next).state()).isEqualTo(State.FAILED);
    assertThat(world.history()).containsExactly("user Count.", "assistant Done.");
  }

  /** A turn that so many processes began and left. */
  private AcceptedTurn taken(int times) {
    AcceptedTurn turn = one.conversation().durable().send("Count.");
    for (int i = 0; i < times; i++) {
      StoredTurn taken =
          world.store.take("acme", turn.turnId(), "dead", Duration.ofSeconds(20)).orElseThrow();
      assertThat(taken.attempt()).isEqualTo(i + 1);
    }
    return turn;
  }

  @Test
  void isNotInPrompts() {
    tell("m", "One ", "two");
    fail();
    ran();
    assertThat(seen(false)).containsExactly("Count.");
    assertThat(seen(true)).containsExactly("Count.", "One two");
  }

  private List<String> seen(boolean partialAnswers) {
    List<String> seen = new CopyOnWriteArrayList<>();
    TurnRunner.builder()
        .storage(world.storage)
        .turnInputPipeline(
            List.of(HydrateTurn.builder().messages(10).partialAnswers(partialAnswers).build()))
        .executor(
            (DispatchContext ctx, DispatchExecutorHelpers helpers) -> {
              ctx.turnMessages().forEach(message -> seen.add(message.text()));
              ctx.ack();
            })
        .build()
        .run(RawTurnContext.builder().systemPrompt("").scope(DurableAgent.SCOPE).build());
    return new ArrayList<>(seen);
  }
}
