package dev.adk4j.durable.gates;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.durable.QueueAround;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
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
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A node whose agent asks for one approval in each turn, of a call of 200 bytes. */
final class WaitingNode implements AutoCloseable {

  static final Duration POLL = Duration.ofMillis(100);
  private static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");
  private static final String REASON = "x".repeat(160);

  final DbSchedulerTurnQueue queue;
  private final AgentRegistry turns;
  private final GateService desk;
  private final AgentClient agent;

  /**
   * @param works false for a node that only accepts and settles
   * @param ran is told the turn's id when its call runs
   */
  WaitingNode(DataSource database, boolean works, Consumer<String> ran) {
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcPersistentStorage storage = JdbcPersistentStorage.builder(database).build();
    JdbcTurnStore store = Stores.turns(database, storage);
    desk = Stores.desk(store);
    queue = DbSchedulerTurnQueue.builder(database).poll(POLL).threads(8).delayed().build();
    turns = AgentRegistry.of(desk, works ? queue : QueueAround.accepting(queue));
    TurnRunner runner =
        Stores.runner(storage, desk)
            .addTool(
                Tool.builder("refund")
                    .description("Refunds an order.")
                    .inputSchema(
                        "{\"type\":\"object\",\"properties\":{\"order\":{\"type\":\"string\"},\"reason\":{\"type\":\"string\"}}}")
                    .guard(ApprovalGuard.required())
                    .handler(
                        (args, ctx, meta) -> {
                          ran.accept(args.path("order").asString());
                          return ToolOutput.text("refunded");
                        })
                    .build())
            .executor(WaitingNode::model)
            .build();
    agent = AgentClient.builder(runner).name("cashier").systemPrompt("").registry(turns).build();
    if (works) {
      queue.begin();
    }
  }

  private static void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    if (ctx.iteration() > 0) {
      ctx.storeMessage(Message.assistant(Ids.next(), "Refunded.", ctx.clock().instant()));
      ctx.ack();
      return;
    }
    boolean two = ctx.scope().requireConversation().startsWith("two-");
    ToolCallRunner.run(
        ctx,
        helpers,
        two
            ? List.of(refund("call_1", ctx.turnId()), refund("call_2", ctx.turnId() + "-2"))
            : List.of(refund("call_1", ctx.turnId())),
        ToolResultOptions.DEFAULT);
  }

  private static ToolCallRequest refund(String call, String order) {
    Map<String, String> args = Map.of("order", order, "reason", REASON);
    return new ToolCallRequest(call, "refund", JsonValue.of(args).node());
  }

  String accept(int number) {
    return accept("c-" + number);
  }

  /**
   * @param conversation begins with {@code two-} for a turn that asks for two approvals
   */
  String accept(String conversation) {
    return agent
        .conversation(Scope.of("acme", "ann", conversation))
        .durable()
        .send("Refund order 4711.")
        .turnId();
  }

  void approve(String gate) {
    desk.settle(gate, BOSS, GateDecision.resolve(true));
  }

  @Override
  public void close() throws InterruptedException {
    turns.close();
    queue.drain(Duration.ofSeconds(20));
    desk.close();
  }
}
