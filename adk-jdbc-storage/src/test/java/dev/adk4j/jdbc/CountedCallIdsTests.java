package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A model whose provider gives every tool call the same id. */
@ParameterizedClass
@EnumSource
class CountedCallIdsTests {

  private static final Scope SCOPE = Scope.of("tenant", "subject", "conversation");
  private static final String TAKEN = "taken";

  private final DatabaseKind kind;
  private final List<DispatchStatus> ends = new ArrayList<>();
  private boolean failing;
  private int turn;

  CountedCallIdsTests(DatabaseKind kind) {
    this.kind = kind;
  }

  @Test
  void everyTurnEndsAndEveryRecordHasItsOwnResult() throws Exception {
    play(30, false);
  }

  @Test
  void failedFlushesChangeNoStoredRecord() throws Exception {
    play(30, true);
  }

  @Test
  @Tag("soak")
  void everyOneOfAThousandTurnsEndsAndEveryRecordHasItsOwnResult() throws Exception {
    play(1_000, false);
  }

  @Test
  @Tag("soak")
  void failedFlushesOfAThousandTurnsChangeNoStoredRecord() throws Exception {
    play(1_000, true);
  }

  private void play(int turns, boolean everyThirdFails) throws Exception {
    try (TestDatabase database = kind.withTables(4)) {
      TurnRunner runner = runner(database.storage());
      long started = System.nanoTime();
      for (turn = 0; turn < turns; turn++) {
        failing = everyThirdFails && turn % 3 == 2;
        runner.run(
            RawTurnContext.builder()
                .systemPrompt("Count.")
                .scope(SCOPE)
                .input(Message.user("count " + turn))
                .build());
      }
      long millis = Duration.ofNanos(System.nanoTime() - started).toMillis();

      List<DispatchStatus> expected = new ArrayList<>();
      List<String> results = new ArrayList<>();
      for (int i = 0; i < turns; i++) {
        boolean fails = everyThirdFails && i % 3 == 2;
        expected.add(fails ? DispatchStatus.NACK : DispatchStatus.ACK);
        if (!fails) {
          results.add("call_0: result of turn " + i);
        }
      }
      assertThat(ends).isEqualTo(expected);
      assertThat(results(database)).isEqualTo(results);
      long bytes = database.count("select count(*) from adk_blob");
      assertThat(bytes).isEqualTo(turns);

      Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
      long swept =
          AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, () -> tomorrow)
              .cleanUpBytes(Duration.ofHours(1));

      assertThat(swept).isEqualTo(turns - results.size());
      assertThat(results(database)).isEqualTo(results);
      System.out.println(
          kind
              + ": "
              + turns
              + " turns with the call id call_0, "
              + (turns - results.size())
              + " failed in their flush, "
              + results.size()
              + " records with their own result, "
              + swept
              + " contents swept, "
              + millis
              + " ms");
    }
  }

  private TurnRunner runner(JdbcPersistentStorage storage) throws Exception {
    storage.storeMessage(
        AgentContexts.forScope(SCOPE), Message.user(TAKEN, "first", Instant.EPOCH));
    Tool count =
        Stores.tool(
                "count", (args, ctx, meta) -> ToolOutput.text("result of turn " + args.get("n")))
            .build();
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(storage)
            .spoolStores(storage.spoolStores())
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .tools(List.of(count))
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(20).toolCalls(20).build(), new AcceptInput()))
            .executor(this::execute)
            .build();
    runner.observe(TurnEvent.DISPATCH_END, end -> ends.add(end.status()));
    return runner;
  }

  private void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    if (ctx.iteration() > 0) {
      ctx.storeMessage(Message.assistant("Counted to " + turn + "."));
      ctx.ack();
      return;
    }
    ToolCall call =
        ToolCallRunner.run(
            ctx,
            helpers,
            new ToolCallRequest("call_0", "count", Json.read("{\"n\":" + turn + "}")));
    assertThat(text(call)).isEqualTo("result of turn " + turn);
    assertThat(ctx.spoolStore().read(call.id()).orElseThrow().readAll()).isEqualTo(text(call));
    if (failing) {
      ctx.storeMessage(Message.user(TAKEN, "another", Instant.EPOCH));
    }
  }

  /** Of all stored calls, read as after a restart. */
  private static List<String> results(TestDatabase database) throws Exception {
    JdbcPersistentStorage reopened =
        JdbcPersistentStorage.builder(database.dataSource())
            .options(JdbcStorageOptions.DEFAULT.withFetchLimits(FetchLimits.NONE))
            .build();
    Set<String> ids = new HashSet<>();
    List<String> results = new ArrayList<>();
    for (ToolCall call : reopened.fetchToolCalls(AgentContexts.forScope(SCOPE))) {
      assertThat(ids.add(call.id())).isTrue();
      results.add(call.providerId().orElseThrow() + ": " + text(call));
    }
    return results;
  }

  private static String text(ToolCall call) throws Exception {
    return ((ToolResults.Artifacts) call.results()).items().getFirst().asString();
  }
}
