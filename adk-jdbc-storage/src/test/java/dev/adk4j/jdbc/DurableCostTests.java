package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Conversation;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Statements of a durable turn beside those of a plain one of the same content. */
class DurableCostTests {

  private int iterations;

  private final StillQueue queue = new StillQueue();

  /** The queue adds three: the task, taking it, removing it. So seven and two are kept. */
  @Test
  void aDurableTurnIsThreeWritesMoreAndOneAnIterationWithATool() {
    long[] without = more(DatabaseKind.POSTGRES, 0);
    long[] with = more(DatabaseKind.POSTGRES, 5);

    assertThat(without).as("plain, more").containsExactly(2, 3);
    assertThat(with).as("plain, more").containsExactly(7, 3 + 5);
  }

  /** Calls and claim are statements of their own there. */
  @Test
  void aDurableTurnMayCostMoreOnH2() {
    long[] without = more(DatabaseKind.H2, 0);
    long[] with = more(DatabaseKind.H2, 5);

    assertThat(without[1]).isLessThanOrEqualTo(4);
    assertThat(with[1] - without[1]).isLessThanOrEqualTo(5 * 4);
  }

  /** Writes of a plain turn, and how many more a durable one has. */
  private long[] more(DatabaseKind kind, int tools) {
    try (TestDatabase database = kind.withTables(6)) {
      CountingDataSource counting = new CountingDataSource(database.dataSource());
      JdbcPersistentStorage storage = JdbcPersistentStorage.builder(counting.dataSource()).build();
      JdbcTurnStore store = Stores.turns(counting.dataSource(), storage);
      try (GateService desk = GateService.of(store);
          AgentRegistry turns = AgentRegistry.of(desk, queue)) {
        AgentClient agent =
            AgentClient.builder(runner(storage, desk, store))
                .systemPrompt("")
                .registry(turns)
                .build();
        IntConsumer plain = n -> conversation(agent, "p", n).ask("Pay.");
        IntConsumer durable =
            n -> {
              AcceptedTurn turn = conversation(agent, "d", n).durable().send("Pay.");
              queue.run("acme", turn.turnId());
            };
        iterations = 0;
        // the first turns look at the tables
        plain.accept(-1);
        durable.accept(-1);
        iterations = tools;
        long ofPlain = writes(counting, plain, 1);
        return new long[] {ofPlain, writes(counting, durable, 1) - ofPlain};
      }
    }
  }

  private static Conversation conversation(AgentClient agent, String kind, int n) {
    return agent.conversation(Scope.of("acme", "ann", kind + n));
  }

  private static long writes(CountingDataSource counting, IntConsumer turn, int n) {
    counting.forget();
    turn.accept(n);
    return counting.writes();
  }

  private TurnRunner runner(JdbcPersistentStorage storage, GateService desk, JdbcTurnStore store) {
    return Stores.runner(storage, desk)
        .addTool(Stores.tool("pay", (args, ctx, meta) -> ToolOutput.text("paid")).build())
        .executor(this::model)
        .build();
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    int called = ctx.turnToolCalls().size();
    ctx.storeMessage(Message.assistant(Ids.next(), "Paid " + called, ctx.clock().instant()));
    if (called == iterations) {
      ctx.ack();
      return;
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        List.of(Stores.request("p" + called, "pay", Map.of("n", called))),
        new ToolResultOptions(ToolResultOptions.ErrorDetail.MESSAGE, 1000));
  }
}
