package dev.adk4j.jdbc;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.Sweeping;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.Tickets;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolContext;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.tool.Tools;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process whose agent does what the message asks for: "pay_much book" calls the tool {@code
 * pay_much} for a book, and the answer has the results. What tools do is in the table {@code bank}.
 */
final class LandedProcess implements AutoCloseable {

  static final String TENANT = "acme";
  private static final GateActor BOSS = GateActor.of("boss", TENANT, "APPROVER");
  private static final Set<String> TOOLS =
      Set.of("pay", "pay_much", "twice", "charge", "pause", "expert");

  final JdbcTurnStore store;
  private final GateService desk;
  private final TestDatabase database;
  private final AgentRegistry turns;
  private final AgentClient agent;
  private final Consumer<String> place;
  private final @Nullable StillQueue queue;

  /** Goes on with all turns of the database by itself. */
  static LandedProcess working(TestDatabase database) {
    return new LandedProcess(database, null, place -> {});
  }

  /**
   * Runs what it is told to.
   *
   * @param place is told where a turn is: who waits in it keeps the turn there
   */
  static LandedProcess still(TestDatabase database, Consumer<String> place) {
    return new LandedProcess(database, new StillQueue(), place);
  }

  private LandedProcess(TestDatabase database, @Nullable StillQueue queue, Consumer<String> place) {
    this.database = database;
    this.place = place;
    JdbcPersistentStorage storage = JdbcPersistentStorage.of(database.dataSource());
    store = Stores.turns(database.dataSource(), storage);
    desk = Stores.desk(store);
    turns = queue == null ? AgentRegistry.of(desk) : AgentRegistry.of(desk, queue);
    this.queue = queue;
    TurnRunner runner =
        Stores.runner(storage, desk)
            .tools(Tools.of(new Bank()))
            .addTool(pay("pay").build())
            .addTool(pay("pay_much").guard(ApprovalGuard.required()).build())
            .executor(this::model)
            .build();
    AgentClient expert = agent(runner, "expert").build();
    agent = agent(runner, "teller").addTools(expert.asTool("expert", "Knows.")).build();
  }

  private AgentClient.Builder agent(TurnRunner runner, String name) {
    return AgentClient.builder(runner)
        .name(name)
        .systemPrompt("")
        .registry(turns)
        .actors(() -> Optional.of(BOSS));
  }

  /** Tools that wait. */
  final class Bank {

    @AgentTool("Charges the customer.")
    ToolOutput charge(String what, ToolContext call) {
      note(what);
      return call.ticket("payment", Instant.now().plus(Duration.ofDays(36_500))).await();
    }

    @AgentTool("Waits a moment.")
    ToolOutput pause(String what, ToolContext call) {
      note(what);
      return call.sleepUntil(Instant.now().plusSeconds(3));
    }
  }

  private Tool.Builder pay(String name) {
    return Stores.tool(
        name,
        (args, ctx, meta) -> {
          String what = args.path("what").asString();
          note(what);
          place.accept("paid " + what);
          return ToolOutput.text("paid " + what);
        });
  }

  private void note(String what) {
    database.execute("insert into bank values ('" + what + "')");
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    List<String> said =
        ctx.turnMessages().snapshot().stream()
            .filter(message -> message.role().wire().equals("user"))
            .map(Message::text)
            .toList();
    int last = said.size() - 1;
    while (!TOOLS.contains(said.get(last).split(" ")[0])) {
      last--; // it was sent to the turn that is asked for what comes before
    }
    String asked = said.get(last);
    List<ToolCallRequest> calls = calls(asked);
    boolean asks = ctx.iteration() == 0;
    place.accept((asks ? "asked " : "answers ") + asked);
    List<String> parts = new ArrayList<>();
    if (!asks) {
      List<ToolCall> made = ctx.turnToolCalls().snapshot();
      made.subList(made.size() - calls.size(), made.size()).forEach(c -> parts.add(result(c)));
      parts.addAll(said.subList(last + 1, said.size()));
    }
    String text = asks ? "I will." : "Done: " + String.join(", ", parts);
    ctx.storeMessage(Message.assistant(Ids.next(), text, ctx.clock().instant()));
    if (asks) {
      ToolCallRunner.run(ctx, helpers, calls, ToolResultOptions.DEFAULT);
    } else {
      ctx.ack();
    }
  }

  private static List<ToolCallRequest> calls(String asked) {
    String tool = asked.substring(0, asked.indexOf(' '));
    String what = asked.substring(asked.indexOf(' ') + 1);
    return switch (tool) {
      case "expert" -> List.of(call("p1", tool, Map.of("message", what)));
      case "twice" ->
          List.of(
              call("p1", "pay", Map.of("what", what + " 1")),
              call("p2", "pay", Map.of("what", what + " 2")));
      default -> List.of(call("p1", tool, Map.of("what", what)));
    };
  }

  private static ToolCallRequest call(String id, String tool, Map<String, String> args) {
    return Stores.request(id, tool, args);
  }

  private static String result(ToolCall call) {
    try {
      return call.results() instanceof ToolResults.Artifacts artifacts
          ? artifacts.items().getFirst().asString()
          : "failed";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Conversation conversation(String conversation) {
    return agent.conversation(Scope.of(TENANT, "ann", conversation));
  }

  /** Accepts a durable turn of a conversation; returns its id. */
  String accept(String conversation, String asked) {
    return conversation(conversation).durable().send(asked).turnId();
  }

  /** Runs a turn until it rests or ends. */
  void run(String turnId) {
    Objects.requireNonNull(queue).run(TENANT, turnId);
  }

  /** Looks for turns now, which it does every few seconds by itself. */
  void sweep() {
    Sweeping.sweep(turns);
  }

  List<StoredTurn> open() {
    return store
        .list(
            new TurnStore.Search(
                TENANT,
                null,
                Set.of(
                    StoredTurn.State.QUEUED,
                    StoredTurn.State.READY,
                    StoredTurn.State.WAITING,
                    StoredTurn.State.RUNNING),
                null,
                100))
        .stream()
        .map(listed -> listed.turn())
        .toList();
  }

  /** Approves what the turn waits for, and completes its tickets. */
  void decide(String turnId) {
    for (String ref : store.find(TENANT, turnId).orElseThrow().gates()) {
      GateRecord gate = desk.find(TENANT, ref).orElseThrow();
      if (gate.state() != GateState.OPEN || gate.reason().equals("sleep")) {
        continue;
      }
      if (gate.reason().equals("ticket")) {
        Tickets.of(desk).complete(TENANT, ref, "4711");
      } else {
        desk.settle(ref, BOSS, GateDecision.resolve(true));
      }
    }
  }

  @Override
  public void close() {
    turns.close();
    desk.close();
  }
}
