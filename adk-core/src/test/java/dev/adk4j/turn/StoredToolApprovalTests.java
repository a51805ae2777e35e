package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.runner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Approval of tools where gates are stored. */
class StoredToolApprovalTests {

  private static final String ARGS = "{\"to\":\"ann\"}";

  private static final Scope SCOPE = Scope.of("acme", "ann", "c1");

  private final TurnStore store = TurnStore.inMemory();

  @AutoClose
  private final GateService service =
      GateService.of(
          store,
          GateService.Options.DEFAULT.withAuthorizer(
              (actor, gate) -> GateAuthorizer.Answer.grant()));

  private final List<ToolCall> calls = new ArrayList<>();
  private String asked = ARGS;
  private final List<String> log = new ArrayList<>();

  @Test
  void eachDecisionStartsTheToolOnceAndTheSameCallAsksAnew() {
    turns(2, ApprovalGuard.Decision.approve(), ApprovalGuard.Decision.approve());

    assertThat(log).containsExactly("asked", "sent to ann", "asked", "sent to ann");
    assertThat(settled()).extracting(GateRecord::state).containsOnly(GateState.RESOLVED);
    assertThat(settled())
        .allSatisfy(
            gate -> {
              assertThat(gate.tool()).isEqualTo("mail");
              assertThat(gate.checksum()).isEqualTo(Checksum.of("mail", Json.read(ARGS)));
              assertThat(gate.key()).isNotNull();
            });
  }

  @Test
  void aDeniedCallIsNotDeniedForGood() {
    turns(2, ApprovalGuard.Decision.deny("not now"), ApprovalGuard.Decision.approve());

    assertThat(log).containsExactly("asked", "asked", "sent to ann");
  }

  @Test
  void decisionDoesNotStartACallDifferingBeyondADoublesPrecision() throws Exception {
    asked = "{\"to\":\"ann\",\"account\":9007199254740993}";
    String other = "{\"to\":\"ann\",\"account\":9007199254740992}";
    assertThat(Checksum.of("mail", Json.read(other)))
        .isEqualTo(Checksum.of("mail", Json.read(asked)));
    approveWhileNobodyWaits(asked);
    asked = other;
    turns(1, ApprovalGuard.Decision.deny("not this one"));
    assertThat(log).containsExactly("asked");

    asked = "{\"account\":9007199254740993,\"to\":\"ann\"}";
    turns(1);
    assertThat(log).containsExactly("asked", "sent to ann");
  }

  /** As if the process that asked had died. */
  private void approveWhileNobodyWaits(String args) {
    String ref =
        store
            .openGate(
                new TurnStore.Opening(
                    Ids.next(),
                    SCOPE,
                    "dead-turn",
                    "g",
                    GateRequest.toolKey("mail", JsonValue.parse(args)),
                    "tool_approval",
                    JsonValue.parse(args),
                    false,
                    "mail",
                    "sum",
                    null,
                    null,
                    "dead"))
            .gate()
            .ref();
    service.settle(ref, GateActor.of("boss", null, List.of(), "test"), GateDecision.resolve(true));
  }

  @Test
  void receiptNamesTheExactCall() throws Exception {
    asked = "{\"to\":\"ann\",\"account\":9007199254740993}";
    turns(1, ApprovalGuard.Decision.approve());
    service.close();
    assertThat(service.decisions(settled().getFirst()))
        .singleElement()
        .satisfies(
            decision ->
                assertThat(decision.run().digest())
                    .isEqualTo(Checksum.exact("mail", Json.read(asked))));
  }

  private List<GateRecord> settled() {
    return service.list(GateQuery.UNDECIDED.withUndecided(false));
  }

  private void turns(int count, ApprovalGuard.Decision... given) {
    Iterator<ApprovalGuard.Decision> decisions = List.of(given).iterator();
    Tool mail =
        Tool.builder("mail")
            .description("Sends a mail")
            .inputSchema(
                ToolSchema.parse(
                    "{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}},\"required\":[\"to\"],\"additionalProperties\":true}"))
            .handler(
                (args, ctx, meta) -> {
                  log.add("sent to " + args.path("to").stringValue());
                  return ToolOutput.text("sent");
                })
            .build();
    TurnRunner runner =
        runner()
            .gates(service)
            .tools(List.of(mail))
            .dispatchInputPipeline(List.of(ToolApproval.of("mail")))
            .executor(
                (ctx, helpers) -> {
                  calls.add(ToolCallRunner.run(ctx, helpers, "mail", Json.read(asked)));
                  ctx.ack();
                })
            .build();
    runner.observe(
        TurnEvent.TURN_GATE_OPEN,
        gate -> {
          if (gate.isSettled()) {
            return;
          }
          log.add("asked");
          gate.resolve(decisions.next());
        });
    for (int i = 0; i < count; i++) {
      runner.run(RawTurnContext.builder().systemPrompt("Be brief.").scope(SCOPE).build());
    }
  }
}
