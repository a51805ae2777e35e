package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.BOSS;
import static dev.adk4j.client.DurableAgent.call;
import static dev.adk4j.harness.Engine.dispatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.stored.TurnQueue.Result;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tools of durable turns that call {@code waitFor}, and give their threads back. */
@Timeout(60)
class ParkAfterTests {

  private static final Duration SOON = Duration.ofMillis(20);

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = process("one");
  private final List<Object> given = Collections.synchronizedList(new ArrayList<>());

  interface Work {
    ToolOutput in(DispatchContext ctx) throws Exception;
  }

  private DurableAgent.Process process(String name) {
    DurableAgent.Process process = world.process(name);
    process.turns.parkAfter(SOON);
    return process;
  }

  private Tool.Builder tool(String name, Work work) {
    return world.tool(
        name,
        (args, ctx, meta) -> {
          world.log.add(name);
          return work.in(ctx);
        });
  }

  private void modelCalls(ToolCallRequest... calls) {
    world.model = ctx -> ctx.turnToolCalls().isEmpty() ? List.of(calls) : "Done.";
  }

  /** Sends a message whose turn calls the tool once. */
  private AcceptedTurn sent(Work work) {
    return sent(one, work);
  }

  private AcceptedTurn sent(DurableAgent.Process process, Work work) {
    world.tools.add(tool("charge", work).build());
    modelCalls(call("charge", 1));
    return process.conversation().durable().send("Pay.");
  }

  /** The run goes on after the decision, on the thread on which it asked. */
  private void assertKeepsItsThread(DurableAgent.Process process, Runnable run) throws Exception {
    Thread runs = Thread.ofVirtual().start(run);
    await().until(() -> gates().size() == 1);
    assertThat(runs.join(Duration.ofMillis(100))).isFalse();
    decide(process, 0, says("yes"));
    runs.join();
  }

  private Object ask(DispatchContext ctx, String gate) throws Exception {
    return ctx.waitFor(GateRequest.of(gate, "confirm", "Sure?"));
  }

  private List<GateRecord> gates() {
    return world.gates.gates(GateQuery.UNDECIDED.withUndecided(false));
  }

  private void decide(DurableAgent.Process at, int gate, GateDecision decision) {
    at.desk.settle(gates().get(gate).ref(), BOSS, decision);
  }

  private static GateDecision says(Object value) {
    return GateDecision.resolve(value);
  }

  private ToolOutput confirmed(DispatchContext ctx) throws Exception {
    Object answer = ask(ctx, "sure");
    given.add(answer);
    return ToolOutput.text("sure: " + answer);
  }

  @Test
  void aToolGivesItsThreadBackAndGoesOnWithTheDecisionElsewhere() {
    DurableAgent.Process two = process("two");
    AcceptedTurn turn = sent(this::confirmed);

    assertThat(one.run(turn).next()).isEqualTo(Next.REST);
    assertThat(world.found(turn).state()).isEqualTo(State.WAITING);
    assertThat(turn.answer().gates()).hasSize(1);
    assertThat(one.isDue(turn)).isFalse();
    assertThat(given).isEmpty();

    decide(two, 0, says("yes"));

    assertThat(one.isDue(turn)).isTrue();
    two.run(turn);
    assertThat(turn.answer().text()).isEqualTo("Done.");
    assertThat(given).containsExactly("yes");
    assertThat(gates()).hasSize(1);
    assertThat(world.log.stream().filter("charge"::equals)).hasSize(2);
    assertThat(world.log.stream().filter(line -> line.endsWith("model 0"))).hasSize(1);
    assertThat(world.history())
        .containsExactly(
            "user Pay.", "assistant I will.", "charge{\"n\":1} done", "assistant Done.");
  }

  @Test
  void aToolThatIsDecidedInTimeIsCalledOnce() {
    one.turns.parkAfter(Duration.ofMinutes(1));
    one.turns.beforeContinued(
        (turn, call) -> call.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve("at once")));
    AcceptedTurn turn = sent(this::confirmed);

    assertThat(one.run(turn).next()).isEqualTo(Next.FORGET);

    assertThat(given).containsExactly("at once");
    assertThat(world.log).containsOnlyOnce("charge");
  }

  @Test
  void waitsOfOneToolGetTheirDecisionsInOrder() {
    AcceptedTurn turn =
        sent(
            ctx -> {
              for (String gate : List.of("first", "second", "third")) {
                try {
                  given.add(ask(ctx, gate));
                } catch (AdkException e) {
                  given.add(String.valueOf(e.code()));
                }
              }
              return ToolOutput.text("ok");
            });

    one.run(turn);
    decide(one, 0, GateDecision.reject("no"));
    one.run(turn);
    decide(one, 1, says("b"));
    one.run(turn);
    decide(one, 2, says("c"));
    one.run(turn);

    assertThat(turn.answer().text()).isEqualTo("Done.");
    assertThat(gates()).hasSize(3);
    assertThat(given.subList(given.size() - 3, given.size()))
        .containsExactly("E_TURN_GATE_REJECTED", "b", "c");
  }

  @Test
  void aGateThatTimesOutWhileTheTurnWaitsEndsItsWait() {
    AcceptedTurn turn =
        sent(
            ctx -> {
              try {
                ctx.waitFor(GateRequest.of("sure", "confirm", null).timeout(Duration.ofHours(1)));
                return ToolOutput.text("yes");
              } catch (AdkException e) {
                given.add(String.valueOf(e.code()));
                return ToolOutput.text("nobody said yes");
              }
            });

    Result rests = one.run(turn);
    assertThat(rests.next()).isEqualTo(Next.REST);
    assertThat(rests.at()).isNotNull();
    assertThat(one.isDue(turn)).isFalse();
    world.ahead = Duration.ofHours(2);
    await().until(() -> one.isDue(turn));
    one.run(turn);

    assertThat(turn.answer().text()).isEqualTo("Done.");
    assertThat(given).containsExactly("E_TURN_GATE_TIMEOUT");
    assertThat(gates()).singleElement().extracting(GateRecord::state).isEqualTo(GateState.TIMEOUT);
  }

  @Test
  void aToolThatCatchesEverythingWaitsAllTheSame() {
    AcceptedTurn turn =
        sent(
            ctx -> {
              try {
                return confirmed(ctx);
              } catch (AbortException e) {
                return ToolOutput.text("swallowed");
              }
            });

    one.run(turn);
    assertThat(world.found(turn).state()).isEqualTo(State.WAITING);
    decide(one, 0, says("yes"));
    one.run(turn);

    assertThat(given).containsExactly("yes");
  }

  @Test
  void otherCallsOfTheAnswerKeepTheirResults() {
    world.tools.add(tool("charge", this::confirmed).parallel(true).build());
    world.tools.add(
        tool("look", ctx -> ToolOutput.text("seen")).parallel(true).readOnly(true).build());
    world.tools.add(tool("after", ctx -> ToolOutput.text("last")).build());
    modelCalls(call("charge", 1), call("look", 2), call("after", 3));
    AcceptedTurn turn = one.ran("Pay.");
    assertThat(world.log).doesNotContain("after").containsOnlyOnce("look");
    decide(one, 0, says("yes"));
    one.run(turn);

    assertThat(world.log).containsOnlyOnce("look", "after");
    assertThat(turn.answer().text()).isEqualTo("Done.");
  }

  @Test
  void aGateWithAKeyIsAskedForOnceByTwoRuns() {
    AcceptedTurn turn =
        sent(
            ctx -> {
              given.add(ctx.waitFor(GateRequest.of("sure", "confirm", null).key("order 7")));
              return ToolOutput.text("ok");
            });

    one.run(turn);
    decide(one, 0, says(1));
    one.run(turn);

    assertThat(given).containsExactly(1);
    assertThat(gates()).singleElement().extracting(GateRecord::key).isEqualTo("order 7");
  }

  @Test
  void theGateIsToldAgainAndItsValueIsChecked() {
    List<TurnGate> told = Collections.synchronizedList(new ArrayList<>());
    one.turns.beforeContinued((turn, call) -> call.observe(TurnEvent.TURN_GATE_OPEN, told::add));
    AcceptedTurn turn =
        sent(
            ctx -> {
              given.add(
                  ctx.waitFor(
                      GateRequest.of("amount", "confirm", null)
                          .schema(
                              GateSchema.typed(
                                  JsonSchema.of(JsonValue.of(Map.of("type", "integer"))),
                                  Integer.class))));
              return ToolOutput.text("ok");
            });
    one.run(turn);

    assertThat(told).extracting(TurnGate::isBlocking).containsExactly(true, false);
    assertThatThrownBy(() -> decide(one, 0, says("many")))
        .satisfies(
            e ->
                assertThat(AdkException.is(e, AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION))
                    .isTrue());
    told.getFirst().resolve(7);
    one.run(turn);

    assertThat(given).containsExactly(7);
  }

  @Test
  void withoutThatSettingAToolKeepsItsThread() throws Exception {
    DurableAgent.Process keeping = world.process("keeping");
    AcceptedTurn turn = sent(keeping, this::confirmed);
    assertKeepsItsThread(keeping, () -> keeping.run(turn));

    assertThat(world.log).containsOnlyOnce("charge");
    assertThat(given).containsExactly("yes");
  }

  @Test
  void aPlainTurnKeepsItsThread() throws Exception {
    world.tools.add(tool("charge", this::confirmed).build());
    modelCalls(call("charge", 1));
    assertKeepsItsThread(one, () -> one.conversation().send("Pay."));
    assertThat(world.log).containsOnlyOnce("charge");
  }

  @Test
  void codeOutsideOfToolsKeepsItsThread() throws Exception {
    world.dispatchInput = List.of(dispatching(ctx -> given.add(ask(ctx, "begin"))));
    DurableAgent.Process begins = process("begins");
    AcceptedTurn turn = begins.conversation().durable().send("Pay.");
    assertKeepsItsThread(begins, () -> begins.run(turn));

    assertThat(given).containsExactly("yes");
    assertThat(turn.answer().text()).isEqualTo("Done.");
  }
}
