package dev.adk4j.boot.llm;

import dev.adk4j.abort.Subscription;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.gate.GateActor;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.Output;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.jdbc.budget.JdbcBudgetLedger;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.FallbackExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.ModelRoute;
import dev.adk4j.stored.GateService;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.ai.chat.model.ChatModel;
import tools.jackson.databind.JsonNode;

/**
 * A process with an agent of two {@linkplain FallbackModel models}: the first one calls a tool and
 * then fails, so the spare one calls the next tool, which may have to be approved, and answers.
 */
final class FallbackProcess implements AutoCloseable {

  /** How many generations the budget of a turn pays for. */
  static final int GENERATIONS = 6;

  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");

  private final GateService desk;
  private final AgentRegistry waiting;
  private final Path transfers;
  private final Consumer<String> told;
  private final boolean stops;
  private final AgentClient agent;

  /**
   * @param transfers the file that stands for the bank
   * @param told is given the places that turns come to
   * @param stops whether turns stop for good where the name of their conversation says
   */
  FallbackProcess(DataSource database, Path transfers, Consumer<String> told, boolean stops) {
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database).options(options).build();
    this.desk =
        Stores.deskOfMortals(
            Stores.turns(
                database,
                storage,
                options,
                JdbcGateOptions.DEFAULT.withDeadAfter(Duration.ofMillis(1500))));
    this.waiting = AgentRegistry.of(desk);
    this.transfers = transfers;
    this.told = told;
    this.stops = stops;
    TurnRunner runner =
        Stores.runner(storage, desk)
            .tools(tools())
            .dispatchInputPipeline(
                List.of(
                    Budget.builder()
                        .ledger(JdbcBudgetLedger.of(database, options))
                        .limit(
                            BudgetLimit.tokens(
                                BudgetLimit.Level.TURN, GENERATIONS * FallbackModel.TOKENS))
                        .limit(BudgetLimit.tokens(BudgetLimit.Level.CONVERSATION, 1_000_000))
                        .build()))
            .executor(
                FallbackExecutor.of(
                        route("first", new FallbackModel(true, this::told, false)),
                        route("spare", new FallbackModel(false, this::told, stops)))
                    .continued(true))
            .build();
    this.agent =
        AgentClient.builder(runner)
            .systemPrompt("")
            .registry(waiting)
            .actors(() -> Optional.of(BOSS))
            .build();
  }

  /** Address, user, password and the file. Lets turns stop in all places; to be killed. */
  public static void main(String[] args) throws Exception {
    FallbackProcess process =
        new FallbackProcess(
            TestDatabase.open(args[0], args[1], args[2], 10).dataSource(),
            Path.of(args[3]),
            Output::say,
            true);
    process.conversation("waiting").send("pay");
    Answer answer = process.conversation("deciding").send("pay stop");
    Thread.ofVirtual().start(() -> process.conversation("deciding").decide(answer.gate(), true));
    for (String word : List.of("hang", "look stop", "break stop")) {
      Thread.ofVirtual().start(() -> process.conversation(word).send(word));
    }
    new CountDownLatch(1).await();
  }

  Conversation conversation(String name) {
    return agent.conversation(Scope.of("acme", "ann", name));
  }

  private static ModelRoute route(String name, ChatModel model) {
    return ModelRoute.of(
        name,
        ChatModelExecutor.builder(model)
            .options(LlmExecutorOptions.builder().autoAck(true).build())
            .build());
  }

  private List<Tool> tools() {
    return List.of(
        tool("work", (args, ctx) -> "worked"),
        tool(
            "look",
            (args, ctx) -> {
              if (args.path("word").asString().equals("hang")) {
                told("hang");
                untilAborted(ctx);
              }
              return "looked";
            }),
        tool(
                "transfer",
                (args, ctx) -> {
                  Files.writeString(
                      transfers,
                      ctx.scope().conversation() + "\n",
                      StandardOpenOption.CREATE,
                      StandardOpenOption.APPEND);
                  return "paid";
                })
            .toBuilder()
            .guard(ApprovalGuard.required())
            .build());
  }

  private interface Work {
    String done(JsonNode args, DispatchContext ctx) throws Exception;
  }

  private static Tool tool(String name, Work work) {
    return Tool.builder(name)
        .description("Works.")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"word\":{\"type\":\"string\"}}}")
        .handler((args, ctx, meta) -> ToolOutput.text(work.done(args, ctx)))
        .build();
  }

  private void untilAborted(DispatchContext ctx) throws InterruptedException {
    CountDownLatch aborted = new CountDownLatch(1);
    try (Subscription link = ctx.abortSignal().onAbort(reason -> aborted.countDown())) {
      aborted.await();
      ctx.abortSignal().throwIfAborted();
    }
  }

  private void told(String place) {
    told.accept(place);
  }

  @Override
  public void close() {
    waiting.close();
    desk.close();
  }
}
