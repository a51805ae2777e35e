package dev.adk4j.durable.kill;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingTurns;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateService;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.jdbc.gate.JdbcGateOptions;
import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.jdbc.waiting.JdbcWaitingTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.TurnQueue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A node whose agent charges a ledger in another database, five times in each turn. */
public final class ChargingNode implements AutoCloseable {

  static final int CHARGES = 5;
  private static final Duration TAKES = Duration.ofMillis(40);

  final DbSchedulerTurnQueue queue;
  final WaitingTurns turns;
  private final AgentClient agent;
  private final TestDatabase ledger;

  /**
   * @param works false for a node that only accepts
   */
  ChargingNode(TestDatabase database, TestDatabase ledger, boolean works) {
    this.ledger = ledger;
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcGateStore gates = JdbcGateStore.of(database.dataSource(), options, JdbcGateOptions.DEFAULT);
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database.dataSource()).options(options).build();
    GateService desk =
        GateService.of(
            gates,
            GateService.Options.DEFAULT.withAuthorizer(
                (actor, gate) -> GateAuthorizer.Answer.grant()));
    JdbcWaitingTurnStore store =
        JdbcWaitingTurnStore.of(database.dataSource(), options, gates, storage.unitOfWork());
    queue =
        DbSchedulerTurnQueue.builder(database.dataSource())
            .poll(Duration.ofMillis(100))
            .threads(8)
            .delayed()
            .build();
    turns = WaitingTurns.of(desk, store, works ? queue : new Accepting(queue));
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .addTool(charge())
            .gates(desk)
            .waitingTurns(store)
            .turnInputPipeline(
                List.of(HydrateTurn.builder().messages(10).build(), new AcceptInput()))
            .executor(ChargingNode::model)
            .build();
    agent =
        AgentClient.builder(runner).name("cashier").systemPrompt("").waitingTurns(turns).build();
    if (works) {
      queue.begin();
    }
  }

  /** Queues turns and runs none. */
  private record Accepting(TurnQueue queue) implements TurnQueue {
    @Override
    public void start(Worker worker) {}

    @Override
    public void enqueue(Turn turn, Transaction transaction) {
      queue.enqueue(turn, transaction);
    }

    @Override
    public void wake(Turn turn) {
      queue.wake(turn);
    }

    @Override
    public void close() {
      queue.close();
    }
  }

  Conversation conversation(int number) {
    return agent.conversation(Scope.of("acme", "ann", "c-" + number));
  }

  private static void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    LockSupport.parkNanos(TAKES.toNanos());
    int charged = ctx.iteration();
    if (charged == CHARGES) {
      ctx.storeMessage(Message.assistant(Ids.next(), "Charged.", ctx.clock().instant()));
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        List.of(
            new ToolCallRequest(
                "p" + charged,
                "charge",
                JsonValue.of(Map.of("n", charged, "turn", ctx.turnId())).node())),
        ToolResultOptions.DEFAULT);
  }

  private Tool charge() {
    return Tool.builder("charge")
        .description("Charges.")
        .inputSchema(
            "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"},\"turn\":{\"type\":\"string\"}}}")
        .handler(
            (args, ctx, meta) -> {
              try (Connection connection = ledger.dataSource().getConnection();
                  PreparedStatement insert =
                      connection.prepareStatement("insert into ledger (turn, n) values (?, ?)")) {
                insert.setString(1, args.path("turn").asString());
                insert.setInt(2, args.path("n").asInt());
                insert.executeUpdate();
              }
              LockSupport.parkNanos(TAKES.toNanos());
              return ToolOutput.text("charged");
            })
        .build();
  }

  @Override
  public void close() throws InterruptedException {
    turns.close();
    queue.drain(Duration.ofSeconds(10));
  }

  /** Both databases: address, user, password each. Ends with its standard input. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 12);
        TestDatabase ledger = TestDatabase.open(args[3], args[4], args[5], 8);
        ChargingNode node = new ChargingNode(database, ledger, true)) {
      System.out.println("READY");
      while (System.in.read() >= 0) {}
    }
  }
}
