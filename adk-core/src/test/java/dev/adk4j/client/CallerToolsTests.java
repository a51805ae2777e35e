package dev.adk4j.client;

import static dev.adk4j.client.DurableAgent.call;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.stored.Tickets;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.tool.ToolContext;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tools of one turn that whoever sent its message runs. */
@Timeout(60)
class CallerToolsTests {

  private static final List<Tool.Description> CHARGE =
      List.of(
          new Tool.Description(
              "charge",
              "Charges at the caller's.",
              JsonValue.of(
                  Map.of("type", "object", "properties", Map.of("n", Map.of("type", "integer"))))));

  @AutoClose private final DurableAgent world = new DurableAgent();
  private final DurableAgent.Process one = world.process("one");
  private final List<String> results = new ArrayList<>();

  private void modelCharges() {
    world.model =
        ctx -> {
          if (ctx.turnToolCalls().isEmpty()) {
            return List.of(call("charge", 1));
          }
          ctx.turnToolCalls().snapshot().forEach(each -> results.add(text(each.results())));
          return "Charged.";
        };
  }

  private static String text(ToolResults results) {
    try {
      return results instanceof ToolResults.Artifacts artifacts
          ? artifacts.items().getFirst().asString()
          : ((ToolResults.Text) results).value().value();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void callerCharges(TurnOptions options) {
    options.callerTools(CHARGE, Duration.ofMinutes(5));
  }

  @Test
  void aCallWaitsForTheCallerAndGoesOnInAnotherProcess() {
    DurableAgent.Process two = world.process("two");
    modelCharges();
    AcceptedTurn turn = one.conversation().durable().send("Pay.", CallerToolsTests::callerCharges);
    one.run(turn);
    WaitingGate gate = turn.answer().gates().getFirst();
    assertThat(gate.deadline()).isBefore(Instant.now().plusSeconds(301));

    Tickets.of(two.desk).complete("acme", gate.id(), "Charged here.");

    await().until(() -> two.woken.contains(new TurnQueue.Turn("acme", turn.turnId())));
    two.run(turn);
    assertThat(turn.answer().text()).isEqualTo("Charged.");
    assertThat(results).containsExactly("Charged here.");
  }

  @Test
  void aPlainTurnWaitsToo() {
    modelCharges();
    Answer waits = one.conversation().send("Pay.", CallerToolsTests::callerCharges);

    Tickets.of(one.desk).fail("acme", waits.gates().getFirst().id(), "No money.");

    assertThat(one.conversation().answer(waits.turnId()).text()).isEqualTo("Charged.");
    assertThat(results).containsExactly("No money.");
  }

  @Test
  void aToolOfTheAgentKeepsItsName() {
    world.add("charge", (args, ctx, meta) -> ToolOutput.text("Charged by the agent."));
    modelCharges();

    Answer answer = one.conversation().send("Pay.", CallerToolsTests::callerCharges);

    assertThat(answer.text()).isEqualTo("Charged.");
    assertThat(results).containsExactly("Charged by the agent.");
  }

  @Test
  void noOtherToolCanOpenItsTickets() {
    List<Throwable> thrown = new ArrayList<>();
    world.add(
        "charge",
        (args, ctx, meta) -> {
          ToolContext call = new ToolContext(ctx, meta, "call");
          assertThatThrownBy(() -> call.ticket("adk.caller", Instant.MAX)).satisfies(thrown::add);
          return ToolOutput.text("Tried.");
        });
    modelCharges();

    one.conversation().send("Pay.");

    assertThat(thrown)
        .hasSize(1)
        .allMatch(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION));
  }

  @Test
  void refusesASchemaThatIsNone() {
    modelCharges();

    assertFails(
        AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE,
        () ->
            one.conversation()
                .send(
                    "Pay.",
                    o ->
                        o.callerTools(
                            List.of(
                                new Tool.Description(
                                    "x", "x", JsonValue.of(Map.of("type", "nonsense")))),
                            Duration.ofMinutes(5))));
  }
}
