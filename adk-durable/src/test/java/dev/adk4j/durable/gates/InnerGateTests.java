package dev.adk4j.durable.gates;

import static org.awaitility.Awaitility.await;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.RareSweeps;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.OnEachDatabase;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A durable turn whose inner turn waits at a gate. */
@Timeout(60)
class InnerGateTests extends OnEachDatabase {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c");

  private JdbcPersistentStorage storage;
  private GateService desk;

  @Test
  void runsRightAfterTheInnerTurn() {
    storage = JdbcPersistentStorage.builder(database.dataSource()).build();
    JdbcTurnStore store = Stores.turns(database.dataSource(), storage);
    desk = opened(Stores.desk(store));
    DbSchedulerTurnQueue queue =
        DbSchedulerTurnQueue.builder(database.dataSource())
            .poll(Duration.ofMillis(100))
            .threads(4)
            .delayed()
            .build();
    AgentRegistry turns = opened(RareSweeps.registry(desk, queue));
    AgentClient payer =
        AgentClient.builder(runner(calling("pay", Map.of("to", "bob")), pay()))
            .name("payer")
            .systemPrompt("")
            .registry(turns)
            .build();
    AgentClient boss =
        AgentClient.builder(runner(calling("payer", Map.of("message", "pay bob"))))
            .name("boss")
            .systemPrompt("")
            .addTools(payer.asTool("payer", "Pays."))
            .registry(turns)
            .build();
    queue.begin();
    String turn = boss.conversation(SCOPE).durable().send("pay bob").turnId();
    await().until(() -> state(store, turn) == StoredTurn.State.WAITING);
    GateRecord gate = desk.list(GateQuery.UNDECIDED).getFirst();

    desk.settle(gate.ref(), GateActor.of("boss", "acme", "APPROVER"), GateDecision.resolve(true));
    await().until(() -> state(store, turn) == StoredTurn.State.COMPLETED);
  }

  private static StoredTurn.State state(JdbcTurnStore store, String turn) {
    return store.find(SCOPE, turn).orElseThrow().state();
  }

  private TurnRunner runner(DispatchExecutor model, Tool... tools) {
    TurnRunner.Builder runner = Stores.runner(storage, desk).executor(model);
    for (Tool tool : tools) {
      runner.addTool(tool);
    }
    return runner.build();
  }

  private static Tool pay() {
    return Tool.builder("pay")
        .description("Pays.")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}}}")
        .guard(ApprovalGuard.required())
        .handler((args, ctx, meta) -> ToolOutput.text("paid"))
        .build();
  }

  private static DispatchExecutor calling(String tool, Map<String, String> args) {
    return (ctx, helpers) -> {
      if (ctx.iteration() > 0) {
        answer(ctx);
        return;
      }
      ToolCallRunner.run(
          ctx,
          helpers,
          List.of(new ToolCallRequest("call_1", tool, JsonValue.of(args).node())),
          ToolResultOptions.DEFAULT);
    };
  }

  private static void answer(DispatchContext ctx) {
    ctx.storeMessage(Message.assistant(Ids.next(), "Done.", ctx.clock().instant()));
    ctx.ack();
  }
}
