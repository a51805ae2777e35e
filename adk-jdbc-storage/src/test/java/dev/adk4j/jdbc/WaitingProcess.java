package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * A process with an agent that transfers money when somebody approves, and blocks nothing until
 * then. Says on its output how far it came.
 */
final class WaitingProcess implements AutoCloseable {

  static final Scope SCOPE = Scope.of("acme", "ann", "c-1");
  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");

  /** The answer that the agent is asked for. */
  record Receipt(int payments) {}

  static final Duration LEASE = Duration.ofMillis(1500);

  final GateService desk;
  final JdbcTurnStore store;
  final TurnRunner runner;
  private final Scope scope;
  private final Path transfers;
  private final String stopAt;
  private final int calls;
  private final CountDownLatch started;

  WaitingProcess(TestDatabase database, Path transfers, int calls, String stopAt) {
    this(database, JdbcStorageOptions.DEFAULT, SCOPE, transfers, calls, stopAt);
  }

  WaitingProcess(
      TestDatabase database,
      JdbcStorageOptions options,
      Scope scope,
      Path transfers,
      int calls,
      String stopAt) {
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database.dataSource()).options(options).build();
    this.scope = scope;
    this.store =
        Stores.turns(
            database.dataSource(), storage, options, JdbcGateOptions.DEFAULT.withDeadAfter(LEASE));
    this.desk = Stores.deskOfMortals(Stores.telling(store, this::stopAtClaim));
    this.transfers = transfers;
    this.calls = calls;
    this.started = new CountDownLatch(calls);
    this.stopAt = stopAt;
    this.runner = Stores.runner(storage, desk).addTool(transfer()).executor(this::model).build();
    runner.observe(TurnEvent.ERROR, error -> say("ERROR " + error.error()));
    runner.observe(TurnEvent.TURN_END, end -> say("TURN_END"));
  }

  /**
   * Address, user, password, the file that stands for the bank, number of calls; what to do, where
   * to stop, how many gates to decide.
   */
  public static void main(String[] args) throws Exception {
    Path transfers = Path.of(args[3]);
    String stopAt = args.length > 6 ? args[6] : "never";
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4);
        WaitingProcess process =
            new WaitingProcess(database, transfers, Integer.parseInt(args[4]), stopAt)) {
      switch (args[5]) {
        case "ask" -> process.send();
        case "decide" -> process.decide(Integer.parseInt(args[7]));
        case "settle" -> process.settle();
        default -> process.goOn();
      }
      while (System.in.read() >= 0) {}
    }
  }

  Optional<StoredTurn> ask() {
    AtomicReference<Optional<StoredTurn>> waiting = new AtomicReference<>();
    runner
        .turn(
            RawTurnContext.builder()
                .systemPrompt("")
                .scope(scope)
                .parkApprovals(true)
                .input(Message.user("Pay."))
                .build())
        .inspect(ctx -> waiting.set(ctx.waiting()))
        .run();
    return waiting.get();
  }

  /** An agent of this process; it goes on with turns until the result is closed. */
  Conversation conversation(AgentRegistry waiting) {
    return AgentClient.builder(runner)
        .systemPrompt("")
        .registry(waiting)
        .actors(() -> Optional.of(BOSS))
        .build()
        .conversation(scope);
  }

  AgentRegistry registry() {
    return AgentRegistry.of(desk);
  }

  private void send() {
    try (AgentRegistry waiting = registry()) {
      Answer answer = conversation(waiting).send("Pay.", o -> o.answer(Receipt.class));
      say("WAITS " + answer.gates().size());
    }
  }

  private void decide(int gates) {
    StoredTurn turn = store.open(SCOPE).getFirst();
    try (AgentRegistry waiting = registry()) {
      Conversation conversation = conversation(waiting);
      for (String gate : turn.gates().subList(0, gates)) {
        say("DECIDED " + conversation.decide(gate, true).status());
      }
    }
  }

  private void settle() {
    StoredTurn turn = store.open(SCOPE).getFirst();
    for (String gate : turn.gates()) {
      say("DECIDED " + desk.settle(gate, BOSS, GateDecision.resolve(true)).state().wire());
    }
  }

  TurnResumer resumer() {
    return TurnResumer.builder(desk, this::run)
        .interval(Duration.ofMillis(100))
        .lease(LEASE)
        .build();
  }

  private void run(StoredTurn claimed) {
    say("GOES ON");
    runner.run(
        RawTurnContext.builder().systemPrompt("").parkApprovals(true).resume(claimed).build());
  }

  private void goOn() throws Exception {
    StoredTurn turn = store.open(SCOPE).getFirst();
    try (TurnResumer resumer = resumer()) {
      StoredTurn end =
          resumer.await(SCOPE, turn.turnId(), Duration.ofMinutes(2), () -> false).orElseThrow();
      say("ENDED " + end.state() + " " + end.answer());
    }
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    boolean asked = !ctx.turnToolCalls().isEmpty();
    if (asked) {
      say("ASKED AGAIN");
      stop("model");
    }
    AnswerType<?> type = AnswerType.in(ctx.stash());
    String paid = type == null ? "Paid." : type.write(new Receipt(ctx.turnToolCalls().size()));
    ctx.storeMessage(
        Message.assistant(Ids.next(), asked ? paid : "I will.", ctx.clock().instant()));
    if (asked) {
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        IntStream.rangeClosed(1, calls)
            .mapToObj(n -> Stores.request("p" + n, "transfer", Map.of("n", n)))
            .toList(),
        ToolResultOptions.DEFAULT);
  }

  private Tool transfer() {
    return Stores.tool(
            "transfer",
            (args, ctx, meta) -> {
              Files.writeString(
                  transfers,
                  args.path("n").asInt() + "\n",
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND);
              say("TRANSFERRED");
              stop("tool");
              started.countDown();
              if (stopAt.equals("all tools")) {
                started.await();
                stop("all tools");
              }
              return ToolOutput.text("transferred");
            })
        .guard(ApprovalGuard.required())
        .parallel(stopAt.equals("all tools"))
        .build();
  }

  /** A decision is known, and nothing came of it. */
  private void stopAtClaim(String method) {
    if (method.equals("claim")) {
      stop(method);
    }
  }

  private void stop(String place) {
    if (stopAt.equals(place)) {
      say("STOPPED");
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    desk.close();
  }
}
