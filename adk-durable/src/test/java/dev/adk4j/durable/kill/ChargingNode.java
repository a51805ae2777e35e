package dev.adk4j.durable.kill;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Conversation;
import dev.adk4j.durable.QueueAround;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A node whose agent charges a ledger in another database, in five iterations of each turn. */
final class ChargingNode implements AutoCloseable {

  final DbSchedulerTurnQueue queue;
  final AgentRegistry turns;
  final GateService desk;
  final Places places;
  private final Settings settings;
  private final TestDatabase ledger;
  private final AgentClient agent;

  /**
   * What a node is told.
   *
   * @param clock how far its clock is from the machine's
   * @param watched says more of what it does, and stores pieces of its answers for readers
   */
  record Settings(
      String name,
      Work work,
      int threads,
      Duration model,
      Duration tool,
      Duration heartbeat,
      Duration clock,
      boolean watched) {

    static final Settings DEFAULT =
        new Settings(
            "node",
            Work.ONE,
            8,
            Duration.ofMillis(40),
            Duration.ofMillis(40),
            Duration.ofSeconds(1),
            Duration.ZERO,
            false);

    Settings named(String name) {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, watched);
    }

    Settings withWork(Work work) {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, watched);
    }

    Settings withThreads(int threads) {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, watched);
    }

    Settings taking(Duration model, Duration tool) {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, watched);
    }

    Settings withHeartbeat(Duration heartbeat) {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, watched);
    }

    Settings withClock(Duration clock) {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, watched);
    }

    Settings watching() {
      return new Settings(name, work, threads, model, tool, heartbeat, clock, true);
    }

    InstantSource time() {
      return () -> Instant.now().plus(clock);
    }
  }

  /** One that accepts turns and runs none. */
  static ChargingNode door(TestDatabase database, TestDatabase ledger, Settings settings) {
    return new ChargingNode(database, ledger, settings.named("door"), null);
  }

  /** One that runs turns, and says what it does. */
  static ChargingNode working(
      TestDatabase database, TestDatabase ledger, Settings settings, Consumer<String> says) {
    return new ChargingNode(database, ledger, settings, says);
  }

  private ChargingNode(
      TestDatabase database, TestDatabase ledger, Settings settings, Consumer<String> says) {
    this.settings = settings;
    this.ledger = ledger;
    this.places = new Places(settings.threads(), says == null ? line -> {} : says);
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database.dataSource())
            .options(options)
            .clock(settings.time())
            .build();
    TurnStore store = Stores.turns(database.dataSource(), storage);
    Witness witness = says == null ? null : new Witness(database, settings.watched(), places, says);
    TurnStore seen = witness == null ? store : witness.of(store);
    desk = Stores.desk(seen);
    queue =
        DbSchedulerTurnQueue.builder(database.dataSource())
            .node(settings.name())
            .poll(Duration.ofMillis(100))
            .heartbeat(settings.heartbeat())
            .threads(settings.threads())
            .clock(settings.time())
            .delayed()
            .build();
    turns =
        AgentRegistry.of(desk, witness == null ? QueueAround.accepting(queue) : witness.of(queue));
    TurnRunner runner =
        TurnRunner.builder()
            .clock(settings.time())
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .addTool(charge("charge").parallel(settings.work() == Work.SEVERAL).build())
            .addTool(charge("transfer").guard(ApprovalGuard.required()).build())
            .gates(desk)
            .turnInputPipeline(
                List.of(HydrateTurn.builder().messages(10).build(), new AcceptInput()))
            .executor((ctx, helpers) -> model(ctx, helpers, witness))
            .build();
    if (witness != null) {
      witness.of(runner);
    }
    agent =
        AgentClient.builder(runner)
            .name("cashier")
            .systemPrompt("")
            .registry(turns)
            .maxQueued(100_000)
            .build();
    if (says != null) {
      queue.begin();
    }
  }

  Conversation conversation(int number) {
    return agent.conversation(Scope.of("acme", "ann", "c-" + number));
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers, Witness witness) {
    String message = Ids.next();
    if (witness != null) {
      witness.follows(ctx);
    }
    for (int piece = 0; piece < 4; piece++) {
      LockSupport.parkNanos(settings.model().dividedBy(4).toNanos());
      if (ctx.aborted()) {
        return;
      }
      helpers.reportMessage(message, "Now. ");
      if (witness != null) {
        witness.piece(ctx.turnId(), message, "Now. ");
      }
      places.pass("stream", ctx.turnId(), -1);
    }
    helpers.reportMessage(message, "", true);
    int iteration = ctx.iteration();
    if (iteration == Work.ITERATIONS) {
      ctx.storeMessage(Message.assistant(message, "Charged.", ctx.clock().instant()));
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        settings.work().calls(iteration).stream()
            .map(n -> Stores.request("p" + n, Work.tool(n), Map.of("n", n, "turn", ctx.turnId())))
            .toList(),
        ToolResultOptions.DEFAULT);
  }

  private Tool.Builder charge(String name) {
    String place = name.equals("charge") ? "tool" : "approved";
    return Stores.tool(
        name,
        (args, ctx, meta) -> {
          String turn = args.path("turn").asString();
          int n = args.path("n").asInt();
          if (turn.hashCode() % 2 == 0) {
            places.pass(place, turn, n);
          }
          charge(turn, n);
          LockSupport.parkNanos(settings.tool().toNanos());
          places.pass(place, turn, n);
          return ToolOutput.text("charged");
        });
  }

  private void charge(String turn, int n) throws SQLException {
    try (Connection connection = ledger.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("insert into ledger (turn, n) values (?, ?)")) {
      insert.setString(1, turn);
      insert.setInt(2, n);
      insert.executeUpdate();
    }
  }

  @Override
  public void close() throws InterruptedException {
    turns.close();
    queue.drain(Duration.ofSeconds(20));
    desk.close();
  }
}
