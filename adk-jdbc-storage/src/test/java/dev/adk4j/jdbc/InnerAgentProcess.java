package dev.adk4j.jdbc;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingTurns;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateService;
import dev.adk4j.jdbc.gate.JdbcGateOptions;
import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.jdbc.waiting.JdbcWaitingTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * A process with agents that ask each other, or hand over to each other, until the innermost one
 * transfers money, which somebody has to approve.
 */
final class InnerAgentProcess implements AutoCloseable {

  static final Scope SCOPE = Scope.of("acme", "ann", "c-1");
  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");
  static final Duration LEASE = Duration.ofMillis(1500);

  private final GateService desk;
  private final JdbcWaitingTurnStore store;
  private final JdbcPersistentStorage storage;
  private final WaitingTurns waiting;
  private final Path transfers;
  private final String stopAt;
  private AgentClient first;

  InnerAgentProcess(TestDatabase database, Path transfers, boolean handsOver, String stopAt) {
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcGateStore gates =
        JdbcGateStore.of(
            database.dataSource(), options, JdbcGateOptions.DEFAULT.withDeadAfter(LEASE));
    this.storage = JdbcPersistentStorage.builder(database.dataSource()).options(options).build();
    this.desk =
        GateService.of(
            gates,
            GateService.Options.DEFAULT
                .withAuthorizer((actor, gate) -> GateAuthorizer.Answer.grant())
                .withHeartbeat(Duration.ofMillis(300)));
    this.store =
        JdbcWaitingTurnStore.of(database.dataSource(), options, gates, storage.unitOfWork());
    this.waiting = WaitingTurns.of(desk, store);
    this.transfers = transfers;
    this.stopAt = stopAt;
    this.first = handsOver ? handingOver() : asking();
  }

  /** How to ask ("hand over" or "ask"), and where to stop, behind the database and the file. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4);
        InnerAgentProcess process =
            new InnerAgentProcess(
                database, Path.of(args[3]), args[4].equals("hand over"), args[5])) {
      Answer answer = process.conversation().send("Pay.");
      say("WAITS " + answer.gates().size());
      if (args[6].equals("decide")) {
        say("ENDED " + process.conversation().decide(answer.gate(), true).text());
      }
      while (System.in.read() >= 0) {}
    }
  }

  Conversation conversation() {
    return first.conversation(SCOPE);
  }

  JdbcWaitingTurnStore store() {
    return store;
  }

  private AgentClient asking() {
    AgentClient third = agent("third", calls("transfer", "n"));
    AgentClient second =
        agent("second", calls("ask_third", "message"), third.asTool("ask_third", "Transfers."));
    return agent("first", calls("ask_second", "message"), second.asTool("ask_second", "Asks."));
  }

  /** The first agent hands over to the second, and that back to the first, which transfers. */
  private AgentClient handingOver() {
    AgentClient second =
        agent(
            "second",
            calls("hand_over_to_first", "reason"),
            AgentClient.handoffTo("first", "To the first.", () -> first));
    return agent(
        "first",
        (ctx, helpers) ->
            (ctx.outermostTurnId().equals(ctx.turnId())
                    ? calls("hand_over_to_second", "reason")
                    : calls("transfer", "n"))
                .execute(ctx, helpers),
        AgentClient.handoffTo(second, "To the second."));
  }

  private AgentClient agent(String name, DispatchExecutor executor, Tool... tools) {
    return AgentClient.builder(
            TurnRunner.builder()
                .persistentStorage(storage)
                .callback(FetchToolsCallback.class, ctx -> List.of())
                .addTool(transfer())
                .gates(desk)
                .waitingTurns(store)
                .turnInputPipeline(
                    List.of(
                        HydrateTurn.builder().messages(100).toolCalls(100).build(),
                        new AcceptInput()))
                .executor(executor)
                .build())
        .name(name)
        .systemPrompt("")
        .waitingTurns(waiting)
        .actors(() -> Optional.of(BOSS))
        .addTools(tools)
        .build();
  }

  /** Calls the tool once, then says what it answered. */
  private DispatchExecutor calls(String tool, String argument) {
    return (ctx, helpers) -> {
      List<ToolCall> made =
          ctx.turnToolCalls().snapshot().stream().filter(c -> c.tool().equals(tool)).toList();
      if (made.isEmpty()) {
        ToolCallRunner.run(
            ctx,
            helpers,
            List.of(new ToolCallRequest(null, tool, JsonValue.of(Map.of(argument, "Pay.")).node())),
            ToolResultOptions.DEFAULT);
      } else {
        stop("answer of " + tool);
        say(ctx, made);
      }
    };
  }

  private static void say(DispatchContext ctx, List<ToolCall> made) {
    String text = made.stream().map(ToolCall::text).collect(Collectors.joining());
    ctx.storeMessage(Message.assistant(Ids.next(), "<" + text + ">", ctx.clock().instant()));
    ctx.ack();
  }

  private Tool transfer() {
    return Tool.builder("transfer")
        .description("Transfers money.")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\"}}}")
        .guard(ApprovalGuard.required())
        .handler(
            (args, ctx, meta) -> {
              Files.writeString(
                  transfers, "1\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
              return ToolOutput.text("paid");
            })
        .build();
  }

  private void stop(String here) throws InterruptedException {
    if (stopAt.equals(here)) {
      say("STOPPED");
      new CountDownLatch(1).await();
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  @Override
  public void close() {
    waiting.close();
    desk.close();
  }
}
