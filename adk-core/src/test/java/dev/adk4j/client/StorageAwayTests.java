package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A durable turn whose store is away when a call has ended. */
@Timeout(120)
class StorageAwayTests {

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = world.process("one");
  private final AtomicInteger tries = new AtomicInteger();
  private AcceptedTurn turn;

  @BeforeEach
  void accept() {
    world.model =
        ctx -> ctx.turnToolCalls().isEmpty() ? List.of(call("pay", 1), call("pay", 2)) : "Paid.";
    world.add(
        "pay",
        (args, ctx, meta) -> {
          world.log.add("pay " + args.path("n").asInt());
          return ToolOutput.text("paid");
        });
    turn = one.conversation().durable().send("Pay.");
  }

  /** The store does not answer to this method, until the action has found that enough. */
  private void away(String method, Runnable eachTime) {
    world.calling =
        called -> {
          if (called.equals(method)) {
            tries.incrementAndGet();
            eachTime.run();
            throw new AdkException(AdkErrorCode.E_STORAGE_UNAVAILABLE, "down");
          }
        };
  }

  private void back() {
    world.calling = called -> {};
  }

  @Test
  void keepsTheResultUntilTheStoreAnswers() {
    away(
        "done",
        () -> {
          if (tries.get() == 4) {
            back();
          }
        });

    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);

    assertThat(tries).hasValue(4);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.log)
        .containsExactly(
            "one start", "one model 0", "pay 1", "pay 2", "one model 1", "one output", "one end");
  }

  @Test
  void answersThatATurnWaitsIfItsGatesCannotBeRead() {
    world.addApproved("sign", "signed");
    world.model = ctx -> List.of(call("sign", 1));
    away("expire", () -> {});

    Answer answer = one.agent.conversation(Scope.of("acme", "ann", "c2")).send("Sign.");

    assertThat(tries).hasPositiveValue();
    assertThat(answer.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(answer.gates()).isEmpty();
  }

  @Test
  void writesNothingOnceAnotherProcessHasTheTurn() {
    away(
        "done",
        () -> {
          back();
          world.store.take("acme", turn.turnId(), "two", Duration.ofDays(1)).orElseThrow();
        });

    one.run(turn);

    assertThat(tries).hasValue(1);
    assertThat(world.history()).containsExactly("user Pay.", "assistant I will.");
    assertThat(world.log).containsExactly("one start", "one model 0", "pay 1", "one end");
    world.process("two").run(turn);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.log).filteredOn(line -> line.startsWith("pay")).doesNotHaveDuplicates();
  }

  @Test
  void waitsNoLongerThanItsRunGoesOn() {
    away(
        "done",
        () -> {
          if (tries.get() == 3) {
            one.lose(turn);
          }
        });

    one.run(turn);

    assertThat(tries).hasValue(3);
    assertThat(world.log).doesNotContain("pay 2").noneMatch(line -> line.startsWith("one error"));
  }

  @Test
  void waitsNotForEver() {
    away("done", () -> world.ahead = world.ahead.plus(Duration.ofSeconds(70)));

    assertThat(one.run(turn).next()).isEqualTo(Next.AGAIN);

    assertThat(tries).hasValue(3);
    back();
    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.log).filteredOn(line -> line.startsWith("pay")).doesNotHaveDuplicates();
  }
}
