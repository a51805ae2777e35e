package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A process with an agent whose one tool transfers money and asks before; or one that answers. Says
 * on its output how far it came.
 */
final class GateProcess {

  static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  private final GateService service;
  private final TestDatabase database;
  private final Path transfers;
  private final String stopAt;

  private GateProcess(GateService service, TestDatabase database, Path transfers, String stopAt) {
    this.service = service;
    this.database = database;
    this.transfers = transfers;
    this.stopAt = stopAt;
  }

  /**
   * Address, user, password; then {@code ask}, the file that stands for the bank, and where to stop
   * for good: {@code check}, {@code resumed}, {@code tool} or {@code never}; or {@code settle}, the
   * gate and what to resolve it with. Who asked stays until its input ends.
   */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4);
        GateService service = service(database)) {
      if (args[3].equals("ask")) {
        new GateProcess(service, database, Path.of(args[4]), args[5]).ask();
      } else {
        GateActor actor = GateActor.of("boss", SCOPE.tenant(), "APPROVER").withChannel("console");
        say(
            "SETTLED "
                + service
                    .settle(args[4], actor, GateDecision.resolve(Boolean.valueOf(args[5])))
                    .state()
                    .wire());
      }
    }
  }

  /** With short times: a killed process is known to be dead after a second and a half. */
  static GateService service(TestDatabase database) {
    JdbcGateOptions options = JdbcGateOptions.DEFAULT.withDeadAfter(Duration.ofMillis(1500));
    return GateService.of(
        JdbcTurnStore.of(database.dataSource(), JdbcStorageOptions.DEFAULT, options, null),
        GateService.Options.DEFAULT
            .withHeartbeat(Duration.ofMillis(300))
            .withVerdictTimeout(Duration.ofMillis(200)));
  }

  private void ask() throws Exception {
    Tool transfer = Stores.tool("transfer", (args, ctx, meta) -> approved(args, ctx)).build();
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(database.storage())
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .addTool(transfer)
            .gates(service)
            .executor(
                (ctx, helpers) -> {
                  JsonNode args = JsonValue.of(Map.of("euros", 100)).node();
                  say("ANSWER " + transfer.executor(ctx).execute(args));
                  ctx.ack();
                })
            .build();
    runner.observe(
        TurnEvent.TURN_GATE_OPEN,
        gate -> say((gate.isSettled() ? "DECIDED " : "OPEN ") + gate.ref().orElseThrow()));
    runner.observe(TurnEvent.ERROR, error -> say("ERROR " + error.error()));
    runner.run(RawTurnContext.builder().systemPrompt("").scope(SCOPE).build());
    say("END");
    // what became of the tool is recorded now, for which a service that closes does not wait long
    while (System.in.read() >= 0) {}
  }

  private ToolOutput approved(JsonNode args, AgentContext ctx) throws Exception {
    JsonValue call = JsonValue.of(args);
    AtomicReference<@Nullable GateReceipt> receipt = new AtomicReference<>();
    ctx.waitFor(
        GateRequest.of("approve", "tool_approval", JsonValue.of(args))
            .schema(this::yes)
            .forTool("transfer", call)
            .onDecision(receipt::set));
    say("RESUMED " + receipt.get().found());
    stop("resumed");
    return receipt.get().runOnce("transfer", call, this::transfer);
  }

  private Boolean yes(@Nullable Object value) throws Exception {
    if (!(value instanceof Boolean approved) || !approved) {
      throw new IllegalArgumentException("true is the only answer");
    }
    say("CHECKING");
    stop("check");
    return approved;
  }

  private ToolOutput transfer() throws Exception {
    Files.writeString(transfers, "100\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    say("STARTED");
    stop("tool");
    return ToolOutput.text("transferred");
  }

  private void stop(String place) throws InterruptedException {
    if (stopAt.equals(place)) {
      new CountDownLatch(1).await();
    }
  }
}
