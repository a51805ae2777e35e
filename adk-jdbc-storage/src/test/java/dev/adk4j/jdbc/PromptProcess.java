package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Conversation;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateActor;
import dev.adk4j.jdbc.budget.JdbcBudgetLedger;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.prompt.PromptRequest;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.stored.GateService;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** An agent that calls a tool in each turn, and writes down the prompts that a model would get. */
final class PromptProcess implements AutoCloseable {

  private static final byte[] KEY =
      "the secret that all nodes have".getBytes(StandardCharsets.UTF_8);

  /** Orders of members and forms of numbers that a database must not tidy up. */
  private static final String ARGS =
      "{\"z\":1.0,\"a\":\"\\u00e9 \\ud83d\\ude00"
          + " \\u0000\",\"n\":1e2,\"l\":[null,{\"y\":0,\"b\":-0.50}]}";

  private static final Set<String> TOOLS = Set.of("pay", "hang");

  final List<List<String>> prompts = new CopyOnWriteArrayList<>();
  final CountDownLatch hanging = new CountDownLatch(1);
  final Conversation conversation;
  private final GateService desk;
  private final AgentRegistry waiting;
  private final PromptAssembler assembler =
      new PromptAssembler(NonceSource.keyed(KEY), PromptRenderers.standard());
  private final Path last;
  private final int stopAt;

  /**
   * @param last where the newest prompt is written to
   * @param stopAt number of the prompt at which the process stops and waits to be killed; 0 for
   *     none
   */
  PromptProcess(TestDatabase database, Path last, int stopAt) {
    this.last = last;
    this.stopAt = stopAt;
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcPersistentStorage storage = database.storage();
    JdbcTurnStore store = Stores.turns(database.dataSource(), storage);
    this.desk = Stores.desk(store);
    this.waiting = AgentRegistry.of(desk);
    TurnRunner runner =
        Stores.runner(storage, desk)
            .addTool(tool("look"))
            .addTool(tool("pay").toBuilder().guard(ApprovalGuard.required()).build())
            .addTool(tool("hang"))
            .dispatchInputPipeline(
                List.of(
                    Budget.builder()
                        .ledger(JdbcBudgetLedger.of(database.dataSource(), options))
                        .limit(BudgetLimit.tokens(BudgetLimit.Level.TURN, 40))
                        .build()))
            .executor(this::model)
            .build();
    this.conversation =
        AgentClient.builder(runner)
            .systemPrompt("Look.")
            .registry(waiting)
            .actors(() -> Optional.of(GateActor.of("boss", "acme")))
            .build()
            .conversation(Scope.of("acme", "ann", "c-1"));
  }

  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4);
        PromptProcess process = new PromptProcess(database, Path.of(args[3]), 4)) {
      process.conversation.send("one");
      process.conversation.send("two");
    }
  }

  private Tool tool(String name) {
    return Stores.tool(
            name,
            (args, ctx, meta) -> {
              if (name.equals("hang")) {
                untilAborted(ctx);
              }
              return ToolOutput.text("line 1\r\nline 2\t\u2028 ä");
            })
        .build();
  }

  private void untilAborted(DispatchContext ctx) throws InterruptedException {
    hanging.countDown();
    Stores.untilAborted(ctx);
  }

  /**
   * Calls a tool and says something. A message that is the name of another tool calls that; "spend"
   * calls one without end, and "cut" waits for an abort in the middle of the answer.
   */
  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    prompts.add(lines(assembler.assemble(PromptRequest.of(ctx))));
    Files.write(last, prompts.getLast());
    if (prompts.size() == stopAt) {
      say("STOPPED");
      new CountDownLatch(1).await();
    }
    helpers.reportGenerationStats(GenerationStats.builder().totalTokens(10L).build());
    String word = Stores.newest(ctx);
    String id = Ids.next();
    if (ctx.isFirstIteration() || word.equals("spend")) {
      ctx.storeMessage(Message.assistant(id, "I look.", ctx.clock().instant()));
      Stores.call(
          ctx,
          helpers,
          new ToolCallRequest("p1", TOOLS.contains(word) ? word : "look", Json.read(ARGS)));
    } else {
      helpers.reportMessage(id, "Se", false);
      if (word.equals("cut")) {
        untilAborted(ctx);
      }
      helpers.reportMessage(id, "en.", true);
      ctx.storeMessage(Message.assistant(id, "Seen.", ctx.clock().instant()));
      ctx.ack();
    }
  }

  @Override
  public void close() {
    waiting.close();
    desk.close();
  }

  /** One line for each piece that a provider gets, in its order. */
  private static List<String> lines(AssembledPrompt prompt) throws IOException {
    List<String> lines = new ArrayList<>();
    prompt.leadingSystem().ifPresent(lines::add);
    for (PromptEntry entry : prompt.history()) {
      String arguments = entry instanceof PromptEntry.ToolExchange call ? call.arguments() : "";
      lines.add(Json.mapper().writeValueAsString(List.of(arguments, entry.text())));
    }
    return lines;
  }
}
