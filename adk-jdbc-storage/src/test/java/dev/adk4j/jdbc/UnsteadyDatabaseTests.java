package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.UnsteadyDatabase.Loss;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A durable turn whose process lives while its database goes away, at each of its statements and
 * commits in turn: what its process knows is not lost.
 */
@Tag("slow")
@Timeout(300)
class UnsteadyDatabaseTests extends OnEachDatabase {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");
  private static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");

  /** How the three calls of the answer run. */
  private enum Calls {
    ONE_BY_ONE,
    AT_ONCE,
    APPROVED
  }

  private final StillQueue queue = new StillQueue();
  private final List<Integer> asked = new CopyOnWriteArrayList<>();
  private final List<Integer> paid = new CopyOnWriteArrayList<>();
  private UnsteadyDatabase unsteady;
  private GateService boss;

  @BeforeEach
  void makeUnsteady() {
    unsteady = new UnsteadyDatabase(database.dataSource());
    boss = opened(Stores.desk(Stores.turns(database.dataSource(), database.storage())));
  }

  private AgentClient agent(Calls calls) {
    JdbcPersistentStorage storage = JdbcPersistentStorage.of(unsteady);
    GateService desk = opened(Stores.desk(Stores.turns(unsteady, storage)));
    Tool.Builder pay =
        Stores.tool(
                "pay",
                (args, ctx, meta) -> {
                  paid.add(args.path("n").asInt());
                  return ToolOutput.text("paid");
                })
            .parallel(calls == Calls.AT_ONCE);
    return AgentClient.builder(
            Stores.runner(storage, desk)
                .spoolStores(storage.spoolStores())
                .addTool(
                    (calls == Calls.APPROVED ? pay.guard(ApprovalGuard.required()) : pay).build())
                .executor(this::model)
                .build())
        .name("payer")
        .systemPrompt("")
        .registry(opened(AgentRegistry.of(desk, queue)))
        .build();
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    asked.add(ctx.iteration());
    boolean last = !ctx.turnToolCalls().isEmpty();
    ctx.storeMessage(
        Message.assistant(Ids.next(), last ? "Paid." : "I will.", ctx.clock().instant()));
    if (last) {
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        IntStream.rangeClosed(1, 3)
            .mapToObj(n -> Stores.request("p" + n, "pay", Map.of("n", n)))
            .toList(),
        ToolResultOptions.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "ONE_BY_ONE, OF_THE_WORK, 1",
    "ONE_BY_ONE, OF_THE_ANSWER, 1",
    "AT_ONCE, OF_THE_WORK, 3",
    "AT_ONCE, OF_THE_ANSWER, 1",
    "APPROVED, OF_THE_WORK, 2"
  })
  void losesNothingThatItsProcessKnows(Calls calls, Loss loss, int times) {
    AgentClient agent = agent(calls);
    AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
    boolean wasAway = true;
    for (int at = 0; wasAway; at++) {
      asked.clear();
      paid.clear();
      AcceptedTurn turn = agent.conversation(SCOPE).durable().send("Pay.");
      unsteady.goesAway(loss, at, times);
      while (queue.run(SCOPE.tenant(), turn.turnId()).next() != Next.FORGET) {
        approve();
      }
      wasAway = unsteady.stays();

      String where = "away at " + at;
      assertThat(turn.answer().text()).as(where).isEqualTo("Paid.");
      assertThat(paid).as(where).containsExactlyInAnyOrder(1, 2, 3);
      assertThat(asked).as(where).containsExactly(0, 1);
      assertThat(database.query("select is_error from adk_tool_call"))
          .as(where)
          .hasSize(3)
          .doesNotContain("true", "t", "TRUE");
      assertThat(database.query("select content from adk_message order by seq"))
          .as(where)
          .containsExactly("Pay.", "I will.", "Paid.");
      admin.erase(new ErasureTarget.Conversation("acme", "c-1"));
    }
  }

  private void approve() {
    for (String gate : database.query("select ref from adk_gate where state = 'open'")) {
      boss.settle(gate, BOSS, GateDecision.resolve(true));
    }
  }
}
