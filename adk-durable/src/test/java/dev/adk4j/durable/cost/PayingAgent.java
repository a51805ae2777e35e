package dev.adk4j.durable.cost;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Conversation;
import dev.adk4j.durable.QueueAround;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.durable.event.EventWriter;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** An agent that pays five times and says so, or that talks, and the queue of its durable turns. */
final class PayingAgent implements AutoCloseable {

  static final int PAYMENTS = 5;
  static final int PIECES = 1_000;
  static final String ASKS =
      "Please pay the five invoices that came in this week, oldest first, from the account for"
          + " supplies, and tell me what is left.";
  private static final String SAYS =
      "The next invoice is due by the end of the month and matches its order, so I pay it. Paid so"
          + " far: ";
  private static final String ACCOUNT = "DE02 1203 0000 0000 2020 51, supplies, cost center 4711";
  private static final String RECEIPT =
      """
      {"paid": true, "amount": "1284.50", "currency": "EUR", "to": "Miller and Sons, Harbor Road 7",
       "reference": "2026-11-0042", "orderedOn": "2026-11-23", "valueDate": "2026-11-24",
       "fees": "0.00", "account": {"name": "supplies", "costCenter": "4711", "before": "19307.25",
       "after": "18022.75", "reserved": "4000.00", "currency": "EUR"}, "approvedBy": null,
       "note": "Matches order 88-1093 of 2026-11-02, delivered in full on 2026-11-12."}
      """;

  /** Nanoseconds of runs on the queue's threads, in the order in which they end. */
  final TransferQueue<Long> runs = new LinkedTransferQueue<>();

  private final DbSchedulerTurnQueue queue;
  private final AgentRegistry turns;
  private final AgentClient agent;
  private volatile Duration model = Duration.ZERO;
  private volatile boolean brief;
  private volatile int payments = PAYMENTS;

  PayingAgent(DataSource dataSource, int threads, Duration poll) {
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(dataSource).options(options).build();
    JdbcTurnStore store = Stores.turns(dataSource, storage);
    GateService desk = GateService.of(store);
    queue =
        DbSchedulerTurnQueue.builder(dataSource)
            .poll(poll)
            .heartbeat(Duration.ofSeconds(30)) // none of them is counted
            .threads(threads)
            .delayed()
            .build();
    turns = AgentRegistry.of(desk, new Timed());
    TurnRunner runner =
        Stores.runner(storage, desk)
            .addTool(
                Tool.builder("pay")
                    .description("Pays.")
                    .inputSchema("{\"type\":\"object\",\"additionalProperties\":true}")
                    .handler((args, ctx, meta) -> ToolOutput.text(brief ? "paid" : RECEIPT))
                    .build())
            .executor(this::answer)
            .build();
    agent = AgentClient.builder(runner).name("payer").systemPrompt("").registry(turns).build();
  }

  /** An agent that says so many pieces, and gives each to the events of its turn. */
  static AgentClient talking(DataSource dataSource, Talk talk) {
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(JdbcPersistentStorage.builder(dataSource).build())
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .turnInputPipeline(
                List.of(HydrateTurn.builder().messages(100).build(), new AcceptInput()))
            .executor(talk::answer)
            .build();
    return AgentClient.builder(runner).systemPrompt("").build();
  }

  /** How the agent talks next. */
  static final class Talk {

    volatile Duration pause = Duration.ZERO;
    volatile EventWriter events;

    private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers)
        throws InterruptedException {
      EventWriter writer = events;
      String id = Ids.next();
      StringBuilder said = new StringBuilder();
      long begun = System.nanoTime();
      for (int i = 0; i < PIECES; i++) {
        long at = begun + i * pause.toNanos();
        while (!pause.isZero() && System.nanoTime() < at) {
          LockSupport.parkNanos(at - System.nanoTime());
        }
        String piece = "piece ";
        said.append(piece);
        helpers.reportMessage(id, piece);
        if (writer != null) {
          writer.piece("message", id, piece);
        }
      }
      ctx.storeMessage(Message.assistant(id, said.toString(), ctx.clock().instant()));
      if (writer != null && !writer.flush(Duration.ofSeconds(10))) {
        throw new IllegalStateException("the events were not stored");
      }
      ctx.ack();
    }
  }

  private final class Timed extends QueueAround {

    private Timed() {
      super(queue);
    }

    @Override
    protected Result run(Worker worker, Turn turn) {
      long begun = System.nanoTime();
      Result result = super.run(worker, turn);
      runs.add(System.nanoTime() - begun);
      return result;
    }
  }

  /** Runs durable turns from now on. */
  PayingAgent begin() {
    queue.begin();
    return this;
  }

  /** Sets how long the model takes for an answer. */
  PayingAgent model(Duration takes) {
    model = takes;
    return this;
  }

  /** Sets how many iterations call the tool. */
  PayingAgent payments(int payments) {
    this.payments = payments;
    return this;
  }

  /** Lets model and tool use few words. */
  PayingAgent brief(boolean brief) {
    this.brief = brief;
    return this;
  }

  Conversation conversation(String id) {
    return agent.conversation(Scope.of("acme", "ann", id));
  }

  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    long until = System.nanoTime() + model.toNanos();
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
    int paid = ctx.iteration();
    ctx.storeMessage(
        Message.assistant(
            Ids.next(), (brief ? "Paid " : SAYS) + paid + ".", ctx.clock().instant()));
    if (paid == payments) {
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        List.of(
            new ToolCallRequest(
                "p" + paid,
                "pay",
                JsonValue.of(
                        brief ? Map.of("n", paid) : Map.of("invoice", paid, "account", ACCOUNT))
                    .node())),
        ToolResultOptions.DEFAULT);
  }

  @Override
  public void close() throws InterruptedException {
    turns.close();
    queue.drain(Duration.ofSeconds(10));
  }
}
