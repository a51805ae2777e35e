package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.call;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnCounts.Event;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnQueue.Next;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TurnOperationsTests {

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = world.process("one");
  private final DurableAgent.Process two = world.process("two");
  private final TurnOperations operations = two.turns.operations();

  /** Accepts a turn that hangs in its tool in process one. */
  private AcceptedTurn hanging() throws Exception {
    AtomicBoolean hung = new AtomicBoolean();
    world.model = ctx -> ctx.turnToolCalls().isEmpty() ? List.of(call("pay", 1)) : "Paid.";
    world.add(
        "pay",
        (args, ctx, meta) -> {
          if (hung.compareAndSet(false, true)) {
            world.inside.countDown();
            world.never.await();
          }
          return ToolOutput.text("paid");
        });
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    world.hang(one, turn);
    return turn;
  }

  private TurnInfo found(AcceptedTurn turn) {
    return operations.find(turn.turnId()).getFirst();
  }

  @Test
  void showsWhoRunsATurn() throws Exception {
    TurnInfo turn = found(hanging());
    assertThat(turn.state()).isEqualTo(State.RUNNING);
    assertThat(turn.node()).isEqualTo(one.desk.node());
    assertThat(turn.agent()).isEqualTo("teller");
    assertThat(turn.attempt()).isEqualTo(1);
    assertThat(operations.list("acme", Set.of(State.RUNNING), null, 10))
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("age")
        .containsExactly(turn);
    assertThat(operations.list("other", Set.of(), null, 10)).isEmpty();
    assertThatThrownBy(() -> operations.list(null, Set.of(), null, 1_001))
        .satisfies(e -> assertThat(AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION)).isTrue());
  }

  @Test
  void showsAnAcceptedTurnAsReady() {
    AcceptedTurn first = one.conversation().durable().send("1");
    AcceptedTurn second = one.conversation().durable().send("2");
    assertThat(found(first).state()).isEqualTo(State.READY);
    assertThat(found(first).node()).isNull();
    assertThat(found(second).state()).isEqualTo(State.QUEUED);
  }

  @Test
  void endsATurnThatRunsElsewhere() throws Exception {
    AcceptedTurn turn = hanging();
    AcceptedTurn next = one.conversation().durable().send("Next.");
    assertThat(operations.cancel("other", turn.turnId(), DurableAgent.BOSS)).isFalse();
    assertThat(operations.cancel("acme", turn.turnId(), DurableAgent.BOSS)).isTrue();
    assertThat(operations.cancel("acme", turn.turnId(), DurableAgent.BOSS)).isFalse();
    List<String> history = world.history();
    world.awake();
    assertThat(world.history()).as("its run writes nothing more").isEqualTo(history);
    assertThat(world.store.here().of(Event.FENCED)).isEqualTo(1);
    assertFails(AdkErrorCode.E_TURN_ABORTED, turn::answer).isInstanceOf(AgentTurnException.class);
    world.model = ctx -> "Done.";
    two.run(next);
    assertThat(next.answer().text()).isEqualTo("Done.");
  }

  @Test
  void endsATurnThatRunsHere() throws Exception {
    AcceptedTurn turn = hanging();
    assertThat(one.turns.operations().cancel("acme", turn.turnId(), DurableAgent.BOSS)).isTrue();
    world.awake();
    assertThat(found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.log).doesNotContain("one error E_TURN_FENCED");
  }

  @Test
  void givesATurnToWhoeverComesFirst() throws Exception {
    AcceptedTurn turn = hanging();
    assertThat(operations.retry("acme", turn.turnId())).isFalse();
    assertThat(operations.move("acme", turn.turnId())).isTrue();
    assertThat(found(turn).state()).isEqualTo(State.READY);
    assertThat(found(turn).attempt()).as("that of the run that lost it").isEqualTo(1);
    assertThat(two.woken).contains(new TurnQueue.Turn("acme", turn.turnId()));
    assertThat(operations.move("acme", turn.turnId())).as("nobody runs it").isFalse();
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    world.awake();
    assertThat(turn.answer().text()).isEqualTo("Paid.");
    assertThat(world.history()).filteredOn(line -> line.startsWith("pay")).hasSize(1);
    assertThat(world.store.here().of(Event.CALL_UNKNOWN)).isEqualTo(1);
    assertThat(world.store.here().of(Event.CALL_REPEATED)).isZero();
  }

  @Test
  void triesATurnAgainThatFailed() {
    AtomicBoolean works = new AtomicBoolean();
    world.model =
        ctx -> {
          if (!works.get()) {
            throw new IllegalStateException("out of order");
          }
          return "Done.";
        };
    AcceptedTurn turn = one.ran("Pay.");
    assertThat(found(turn).state()).isEqualTo(State.FAILED);
    assertThat(found(turn).error()).isEqualTo("E_LLM_EXECUTION_EXECUTOR_ERROR");
    assertThat(world.store.here().of(Event.FAILED)).isEqualTo(1);
    works.set(true);
    assertThat(operations.retry("acme", turn.turnId())).isTrue();
    assertThat(found(turn).state()).isEqualTo(State.READY);
    assertThat(two.run(turn).next()).isEqualTo(Next.FORGET);
    assertThat(turn.answer().text()).isEqualTo("Done.");
    assertThat(world.history()).containsExactly("user Pay.", "assistant Done.");
  }

  @Test
  void withdrawsTheGatesOfATurnThatItEnds() {
    world.model = ctx -> List.of(call("pay", 1));
    world.addApproved("pay", "paid");
    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    assertThat(one.run(turn).next()).isEqualTo(Next.REST);
    String gate = turn.answer().gates().getFirst().id();
    assertThat(operations.cancel("acme", turn.turnId(), DurableAgent.BOSS)).isTrue();
    assertThat(found(turn).state()).isEqualTo(State.ABORTED);
    assertThat(world.gates.gate("acme", gate).orElseThrow().state()).isEqualTo(GateState.ABORTED);
  }
}
