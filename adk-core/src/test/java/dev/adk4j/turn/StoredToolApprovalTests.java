package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.runner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateDesk;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.InMemoryGateStore;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.tool.ApprovalDecision;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Approval of tools where gates are stored. */
class StoredToolApprovalTests {

  private static final String ARGS = "{\"to\":\"ann\"}";

  private final GateDesk desk = GateDesk.builder(new InMemoryGateStore()).build();
  private final List<String> log = new ArrayList<>();

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void eachDecisionStartsTheToolOnceAndTheSameCallAsksAnew() {
    turns(2, List.of(ApprovalDecision.approve(), ApprovalDecision.approve()).iterator());

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
    turns(2, List.of(ApprovalDecision.deny("not now"), ApprovalDecision.approve()).iterator());

    assertThat(log).containsExactly("asked", "asked", "sent to ann");
  }

  @Test
  void changedArgumentsAreOnRecordAsEdited() {
    turns(
        1,
        List.of(ApprovalDecision.approve(JsonValue.of(Json.read("{\"to\":\"bob\"}")))).iterator());

    assertThat(log).containsExactly("asked", "sent to bob");
    assertThat(desk.decisions(settled().getFirst()))
        .singleElement()
        .satisfies(decision -> assertThat(decision.edited()).isTrue());
  }

  private List<GateRecord> settled() {
    return desk.list(GateQuery.UNDECIDED.withUndecided(false));
  }

  private void turns(int count, Iterator<ApprovalDecision> decisions) {
    Tool mail =
        Tool.builder("mail")
            .description("Sends a mail")
            .inputSchema(
                ToolSchema.parse(
                    "{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}},\"required\":[\"to\"]}"))
            .handler(
                (args, ctx, meta) -> {
                  log.add("sent to " + args.path("to").stringValue());
                  return ToolOutput.text("sent");
                })
            .build();
    TurnRunner runner =
        runner()
            .gates(desk)
            .tools(List.of(mail))
            .dispatchInputPipeline(List.of(ToolApproval.of("mail")))
            .executor(
                (ctx, helpers) -> {
                  ToolCallRunner.run(ctx, helpers, "c", "mail", Json.read(ARGS));
                  ctx.ack();
                })
            .build();
    runner.observe(
        TurnEvent.TURN_GATE_OPEN,
        gate -> {
          log.add("asked");
          gate.resolve(decisions.next());
        });
    for (int i = 0; i < count; i++) {
      runner.run(
          RawTurnContext.builder()
              .systemPrompt("Be brief.")
              .scope(Scope.of("acme", "ann", "c1"))
              .build());
    }
  }
}
