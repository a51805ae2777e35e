package dev.adk4j.jdbc;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingTurns;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateService;
import dev.adk4j.jdbc.gate.JdbcGateOptions;
import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.jdbc.waiting.JdbcWaitingTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.skill.Skills;
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
import dev.adk4j.vector.retrieval.ToolSearch;
import dev.adk4j.waiting.WaitingTurnStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A process with an agent of many tools and a skill: it reads the skill, searches and loads the one
 * that transfers money, calls it, waits for an approval, and calls it once more. Its last message
 * names the tools it is offered.
 */
final class ToolSearchProcess implements AutoCloseable {

  static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  private static final byte[] SKILL =
      "---\nname: payments\ndescription: Pays.\n---\nTransfer.".getBytes(StandardCharsets.UTF_8);

  private final GateService desk;
  private final WaitingTurns waiting;
  private final Path transfers;
  private final boolean stops;
  final Conversation conversation;

  /**
   * @param stops before it calls what it loaded
   */
  ToolSearchProcess(TestDatabase database, Path transfers, boolean stops) {
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcGateStore gates =
        JdbcGateStore.of(
            database.dataSource(),
            options,
            JdbcGateOptions.DEFAULT.withDeadAfter(Duration.ofMillis(1500)));
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database.dataSource()).options(options).build();
    this.transfers = transfers;
    this.stops = stops;
    this.desk =
        GateService.of(
            gates,
            GateService.Options.DEFAULT
                .withAuthorizer((actor, gate) -> GateAuthorizer.Answer.grant())
                .withHeartbeat(Duration.ofMillis(300)));
    WaitingTurnStore store =
        JdbcWaitingTurnStore.of(database.dataSource(), options, gates, storage.unitOfWork());
    this.waiting = WaitingTurns.of(desk, store);
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .tools(
                Stream.concat(
                        IntStream.range(0, 50).mapToObj(n -> tool("other_" + n).build()),
                        Stream.of(tool("transfer").guard(ApprovalGuard.required()).build()))
                    .toList())
            .gates(desk)
            .waitingTurns(store)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(100).toolCalls(100).build(),
                    new AcceptInput(),
                    Skills.builder().files("here", Map.of("payments/SKILL.md", SKILL)).build()))
            .dispatchInputPipeline(List.of(ToolSearch.above(40)))
            .executor(this::model)
            .build();
    this.conversation =
        AgentClient.builder(runner)
            .systemPrompt("")
            .waitingTurns(waiting)
            .actors(() -> Optional.of(GateActor.of("boss", "acme", "APPROVER")))
            .build()
            .conversation(SCOPE);
  }

  /** Address, user, password, the file that stands for the bank, and whether to stop. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4);
        ToolSearchProcess process =
            new ToolSearchProcess(database, Path.of(args[3]), Boolean.parseBoolean(args[4]))) {
      say("WAITS " + process.conversation.send("Pay.").gates().size());
      while (System.in.read() >= 0) {}
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private Tool.Builder tool(String name) {
    return Tool.builder(name)
        .description(name.equals("transfer") ? "Transfers money." : "Does something else.")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}")
        .handler(
            (args, ctx, meta) -> {
              Files.writeString(
                  transfers,
                  args.path("n").asInt() + "\n",
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND);
              return ToolOutput.text("transferred");
            });
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers)
      throws InterruptedException {
    int calls = ctx.turnToolCalls().size();
    if (stops && calls == 3) {
      say("STOPPED");
      new CountDownLatch(1).await();
    }
    switch (calls) {
      case 0 -> call(ctx, helpers, Skills.READ, Map.of("skill", "payments"));
      case 1 -> call(ctx, helpers, ToolSearch.SEARCH, Map.of("query", "transfer money"));
      case 2 -> call(ctx, helpers, ToolSearch.LOAD, Map.of("names", List.of("transfer")));
      case 3, 4 -> call(ctx, helpers, "transfer", Map.of("n", calls - 2));
      default -> {
        String offered =
            ctx.tools().visible().stream()
                .map(Tool::name)
                .filter(name -> !name.startsWith("artifact_"))
                .collect(Collectors.joining(" "));
        String skills = " and " + ctx.turnRetrievables().size() + " listing of skills";
        ctx.storeMessage(Message.assistant(Ids.next(), offered + skills, ctx.clock().instant()));
        ctx.ack();
      }
    }
  }

  private static void call(
      DispatchContext ctx, DispatchExecutorHelpers helpers, String tool, Map<String, ?> args) {
    ToolCallRunner.run(
        ctx,
        helpers,
        List.of(new ToolCallRequest("p", tool, JsonValue.of(args).node())),
        ToolResultOptions.DEFAULT);
  }

  @Override
  public void close() {
    waiting.close();
    desk.close();
  }
}
