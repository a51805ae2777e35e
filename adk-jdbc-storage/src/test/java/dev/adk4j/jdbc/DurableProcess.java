package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A process with an agent that pays in durable turns: three payments in one answer. It stops at a
 * place that is named, once, and says so. Nothing runs by itself: who has it is its queue.
 */
final class DurableProcess implements AutoCloseable {

  static final Scope SCOPE = Scope.of("acme", "ann", "c-1");
  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");
  static final int CALLS = 3;

  final GateService desk;
  final JdbcTurnStore store;
  final AgentRegistry turns;
  final AgentClient agent;
  private final StillQueue queue = new StillQueue();
  final List<TurnQueue.Turn> enqueued = queue.enqueued;
  final List<String> log = new CopyOnWriteArrayList<>();
  final CountDownLatch stopped = new CountDownLatch(1);
  final CountDownLatch goOn = new CountDownLatch(1);

  /** What the model fails with when it has said a part of its answer; null for nothing. */
  volatile @Nullable RuntimeException failure;

  /** True for a tool that asks somebody before it pays. */
  volatile boolean asks;

  private final AtomicBoolean stops = new AtomicBoolean(true);
  private final Path payments;
  private final String stopAt;
  private final AfterCrash afterCrash;
  private final boolean parallel;

  DurableProcess(TestDatabase database, Path payments, String stopAt) {
    this(database, JdbcStorageOptions.DEFAULT, payments, stopAt, AfterCrash.DEFAULT, false);
  }

  /** One that never stops. */
  DurableProcess(TestDatabase database, JdbcStorageOptions options, Path payments) {
    this(database, options, payments, "never", AfterCrash.DEFAULT, false);
  }

  DurableProcess(
      TestDatabase database,
      JdbcStorageOptions options,
      Path payments,
      String stopAt,
      AfterCrash afterCrash,
      boolean parallel) {
    this.payments = payments;
    this.stopAt = stopAt;
    this.afterCrash = afterCrash;
    this.parallel = parallel;
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database.dataSource()).options(options).build();
    this.store =
        Stores.turns(
            database.dataSource(),
            storage,
            options,
            JdbcGateOptions.DEFAULT.withDeadAfter(Duration.ofMillis(1500)));
    this.desk = Stores.deskOfMortals(Stores.telling(store, this::stop));
    this.turns = AgentRegistry.of(desk, queue);
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .addTool(pay())
            .gates(desk)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(100).toolCalls(100).build(),
                    new AcceptInput(),
                    (ctx, next) -> {
                      stop("input");
                      next.proceed();
                    }))
            .dispatchOutputPipeline(
                List.of(
                    (ctx, next) -> {
                      next.proceed();
                      stop("flush");
                    }))
            .turnOutputPipeline(
                List.of(
                    (ctx, next) -> {
                      stop("output");
                      next.proceed();
                    }))
            .executor(this::model)
            .build();
    runner.observe(TurnEvent.ERROR, error -> say("ERROR " + error.error()));
    runner.observe(TurnEvent.TURN_START, start -> say("TURN_START"));
    runner.observe(TurnEvent.TURN_END, end -> say("TURN_END"));
    this.agent = AgentClient.builder(runner).name("payer").systemPrompt("").registry(turns).build();
  }

  /** Address, user, password, the file that stands for the bank, what to do, where to stop. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4);
        DurableProcess process = new DurableProcess(database, Path.of(args[3]), args[5])) {
      if (args[4].equals("steer")) {
        AcceptedTurn turn = process.conversation().durable().key("payday").send("Pay.");
        process.conversation().durable().key("hurry").steer(Message.user("And hurry."));
        process.run(turn.turnId());
      } else if (args[4].equals("send")) {
        AcceptedTurn turn = process.conversation().durable().key("payday").send("Pay.");
        say("ACCEPTED " + turn.turnId());
        process.stop("accepted");
        process.run(turn.turnId());
      } else {
        AcceptedTurn turn = process.conversation().durable().key("payday").send("Pay.");
        if (args[4].startsWith("steer")) {
          process.conversation().durable().key("hurry").steerOrSend("And hurry.");
        }
        process.run(turn.turnId());
        say("ENDED " + turn.isNew() + " " + process.answer(turn));
      }
      while (System.in.read() >= 0) {}
    }
  }

  private String answer(AcceptedTurn turn) {
    try {
      Answer answer = turn.answer();
      return answer.status() + " " + answer.text();
    } catch (AgentTurnException e) {
      return e.code();
    }
  }

  Conversation conversation() {
    return agent.conversation(SCOPE);
  }

  TurnQueue.Result run(String turnId) {
    return run(SCOPE.tenant(), turnId);
  }

  TurnQueue.Result run(String tenant, String turnId) {
    return queue.run(tenant, turnId);
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    boolean asked = !ctx.turnToolCalls().isEmpty();
    note("MODEL " + ctx.iteration());
    String text = asked ? "Paid " + ctx.turnToolCalls().size() + "." : "I will.";
    String id = Ids.next();
    helpers.reportMessage(id, text.substring(0, 4));
    stop(asked ? "second model" : "model");
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    helpers.reportMessage(id, text.substring(4), true);
    ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
    if (asked) {
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        IntStream.rangeClosed(1, CALLS)
            .mapToObj(n -> Stores.request("p" + n, "pay", Map.of("n", n)))
            .toList(),
        ToolResultOptions.DEFAULT);
  }

  private Tool pay() {
    return Stores.tool(
            "pay",
            (args, ctx, meta) -> {
              int n = args.path("n").asInt();
              stop("before tool " + n);
              if (asks) {
                ctx.waitFor(GateRequest.of("pay-" + n, "confirm", Map.of("n", n)));
              }
              Files.writeString(
                  payments, n + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
              stop("tool " + n);
              return ToolOutput.text("paid");
            })
        .afterCrash(afterCrash)
        .parallel(parallel)
        .build();
  }

  private void stop(String place) {
    if (stopAt.equals(place) && stops.compareAndSet(true, false)) {
      say("STOPPED");
      stopped.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void note(String line) {
    log.add(line);
    say(line);
  }

  @Override
  public void close() {
    turns.close();
    desk.close();
  }
}
