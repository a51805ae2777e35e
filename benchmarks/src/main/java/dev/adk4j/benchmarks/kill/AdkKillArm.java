package dev.adk4j.benchmarks.kill;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
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
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Durable turns of this library, with nothing by hand. */
final class AdkKillArm implements KillArm {

  private final DataSource dataSource;
  private final JdbcTemplate jdbc;
  private final Ledger ledger;
  private final DbSchedulerTurnQueue queue;
  private final AgentRegistry turns;
  private final AgentClient agent;

  AdkKillArm(DataSource dataSource, Ledger ledger) {
    this.dataSource = dataSource;
    this.jdbc = new JdbcTemplate(dataSource);
    this.ledger = ledger;
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(dataSource).options(options).build();
    JdbcTurnStore store =
        JdbcTurnStore.of(dataSource, options, JdbcGateOptions.DEFAULT, storage.unitOfWork());
    GateService desk =
        GateService.of(
            store,
            GateService.Options.DEFAULT.withAuthorizer(
                (actor, gate) -> GateAuthorizer.Answer.grant()));
    this.queue =
        DbSchedulerTurnQueue.builder(dataSource)
            .poll(Duration.ofMillis(100))
            .threads(8)
            .delayed()
            .build();
    this.turns = AgentRegistry.of(desk, queue);
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .addTool(charge())
            .gates(desk)
            .turnInputPipeline(
                List.of(HydrateTurn.builder().messages(100).build(), new AcceptInput()))
            .executor(AdkKillArm::model)
            .build();
    this.agent =
        AgentClient.builder(runner).name("cashier").systemPrompt("").registry(turns).build();
  }

  private static void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    int n = FiveCharges.next("U" + "CR".repeat(ctx.iteration()));
    if (n == FiveCharges.CHARGES) {
      ctx.storeMessage(Message.assistant(Ids.next(), FiveCharges.ANSWER, ctx.clock().instant()));
      ctx.ack();
      return;
    }
    String turn = ctx.scope().requireConversation();
    ToolCallRunner.run(
        ctx,
        helpers,
        List.of(
            new ToolCallRequest(
                "c" + n, "charge", JsonValue.of(Map.of("n", n, "turn", turn)).node())),
        ToolResultOptions.DEFAULT);
  }

  private Tool charge() {
    return Tool.builder("charge")
        .description("Charges")
        .inputSchema(
            "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"},\"turn\":{\"type\":\"string\"}}}")
        .handler(
            (args, ctx, meta) ->
                ToolOutput.text(
                    ledger.charge(args.path("turn").asString(), args.path("n").asInt())))
        .build();
  }

  @Override
  public void createTables() {
    AdkSchema.of(dataSource).apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  @Override
  public void accept(String turn) {
    agent.conversation(Scope.of("acme", "ann", turn)).durable().send(FiveCharges.request(turn));
  }

  @Override
  public void work() {
    queue.begin();
  }

  @Override
  public int open() {
    Integer open =
        jdbc.queryForObject(
            "select count(*) from adk_waiting_turn where state not in"
                + " ('completed', 'failed', 'aborted')",
            Integer.class);
    return open == null ? 0 : open;
  }

  @Override
  public String history(String turn) {
    return String.join(
        "",
        jdbc.queryForList(
            """
            select letter from (
              select seq, case role when 'user' then 'U' else 'A' end letter from adk_message
                where conversation = ?
              union all select seq, 'CR' from adk_tool_call where conversation = ?) t
            order by seq""",
            String.class,
            turn,
            turn));
  }

  @Override
  public List<String> wholeHistories() {
    return List.of("U" + "CR".repeat(FiveCharges.CHARGES) + "A");
  }

  @Override
  public int unknown() {
    Integer found =
        jdbc.queryForObject("select count(*) from adk_tool_call where is_error", Integer.class);
    return found == null ? 0 : found;
  }

  @Override
  public void close() throws InterruptedException {
    turns.close();
    queue.drain(Duration.ofSeconds(10));
  }
}
