package dev.adk4j.durable.dbscheduler;

import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.SettableClock;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.WhileWaiting;
import dev.adk4j.durable.QueueAround;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A process with the engine's own code, from the agent to the scheduler, all of which runs in
 * operations. Its agent makes payments, which the message names: "7 pg" is the seventh turn, and
 * makes a payment and then one that somebody has to approve.
 */
final class SteppedNode implements Stepper.Process {

  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");

  final String name;
  private final SteppedDatabase database;
  private final Stepper stepper;
  private final SteppedConnection.Pool pool;
  private final Consumer<String> paid;
  private final Consumer<String> modelAsked;
  private final GateService desk;
  private final JdbcTurnStore store;
  private final DbSchedulerTurnQueue queue;
  private final AgentRegistry turns;
  private final AgentClient agent;
  private final TurnRuns runs;
  private final List<ManualScheduler> threads = new ArrayList<>();
  private TurnQueue.@Nullable Worker worker;
  private volatile boolean killed;
  private volatile boolean stopping;

  /** A pause of the process: nothing of it goes on. */
  boolean paused;

  /**
   * @param paid is told what was paid
   * @param modelAsked is told the turn each time that its model is asked
   */
  SteppedNode(
      String name,
      SteppedDatabase database,
      Stepper stepper,
      Consumer<String> paid,
      Consumer<String> modelAsked) {
    this.name = name;
    this.database = database;
    this.stepper = stepper;
    this.paid = paid;
    this.modelAsked = modelAsked;
    this.pool = new SteppedConnection.Pool(database.database.dataSource(), database, stepper, this);
    DataSource source = pool.dataSource();
    JdbcPersistentStorage storage = JdbcPersistentStorage.builder(source).build();
    this.store =
        JdbcTurnStore.of(
            source,
            JdbcStorageOptions.DEFAULT,
            JdbcGateOptions.DEFAULT.withListen(false),
            storage.unitOfWork());
    this.desk =
        GateService.of(
            Stores.watched(store, (method, args) -> {}, this::taken),
            Stores.granting().withHeartbeat(Duration.ofHours(1)));
    this.queue = DbSchedulerTurnQueue.builder(source).clock(() -> database.now).delayed().build();
    this.turns = AgentRegistry.of(desk, new Watched());
    desk.parkedGates()
        .onSettled(
            gate -> {
              Stepper.Operation current = Stepper.current();
              if (current != null && !stopping) {
                current.announceHelper();
              }
            });
    TurnRunner runner =
        Stores.runner(storage, desk)
            .addTool(pay("pay", false))
            .addTool(pay("pay_much", true))
            .executor(this::model)
            .build();
    this.agent =
        AgentClient.builder(runner).name("cashier").systemPrompt("").registry(turns).build();
    StorageConnections connections = StorageConnections.of(source, JdbcStorageOptions.DEFAULT);
    DatabaseClock clock = new DatabaseClock(connections, () -> database.now);
    this.runs =
        new TurnRuns(
            new TaskRows(connections),
            clock,
            Objects.requireNonNull(worker),
            () -> stopping,
            () -> {},
            Duration.ZERO);
    threads.add(scheduler(source, clock));
    threads.add(scheduler(source, clock));
    pool.alone();
  }

  private ManualScheduler scheduler(DataSource source, DatabaseClock clock) {
    boolean postgres = database.kind == DatabaseKind.POSTGRES;
    TestHelper.ManualSchedulerBuilder builder =
        TestHelper.createManualScheduler(source, runs.task())
            .tableName("adk_task")
            .clock(
                new SettableClock() {
                  @Override
                  public Instant now() {
                    return clock.now();
                  }
                });
    builder
        .jdbcCustomization(
            postgres
                ? new PostgreSqlJdbcCustomization(false, false)
                : new DefaultJdbcCustomization(false))
        .threads(1)
        .heartbeatInterval(Duration.ofSeconds(1));
    if (postgres) {
      builder.pollUsingLockAndFetch(0.5, 1.0);
    } else {
      builder.pollUsingFetch(0.5, 1.0);
    }
    return builder.build();
  }

  /** The scheduler's part is played by operations; all else is the queue's own. */
  private final class Watched extends QueueAround {

    private Watched() {
      super(queue);
    }

    @Override
    public void start(Worker given) {
      worker = around(given);
    }

    @Override
    protected Result run(Worker given, Turn turn) {
      try {
        return super.run(given, turn);
      } finally {
        Objects.requireNonNull(Stepper.current()).claim = null;
      }
    }
  }

  /** Remembers what an operation has claimed. */
  private void taken(String method, Object result) {
    if (method.equals("take")) {
      ((Optional<?>) result).ifPresent(turn -> claimed((StoredTurn) turn));
    }
  }

  private void claimed(StoredTurn turn) {
    Objects.requireNonNull(Stepper.current()).claim = turn;
    JsonValue input = Objects.requireNonNull(turn.acceptance()).input();
    if (turn.phase() == StoredTurn.Phase.ACCEPTED) {
      Message first = Message.fromJson(input.node().path(0));
      String text = first.content().orElseThrow().value();
      database.asked.put(turn.turnId(), text.startsWith("+") ? text + " " : text);
    }
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    stepper.step("model");
    String asked = Objects.requireNonNull(database.asked.get(ctx.turnId()));
    modelAsked.accept(ctx.turnId());
    String number = asked.substring(0, asked.indexOf(' '));
    String payments = asked.substring(asked.indexOf(' ') + 1);
    int next = ctx.iteration();
    if (next >= payments.length()) {
      ctx.storeMessage(Message.assistant(Ids.next(), "done " + number, ctx.clock().instant()));
      ctx.ack();
      return;
    }
    List<ToolCallRequest> calls = new ArrayList<>();
    int count = payments.charAt(next) == 'd' ? 2 : 1;
    for (int i = 0; i < count; i++) {
      calls.add(
          Stores.request(
              "p" + next + "-" + i,
              payments.charAt(next) == 'g' ? "pay_much" : "pay",
              Map.of("what", number + "/" + next + "/" + i)));
    }
    ToolCallRunner.run(ctx, helpers, calls, ToolResultOptions.DEFAULT);
  }

  private Tool pay(String tool, boolean approved) {
    Tool.Builder builder =
        Stores.tool(
            tool,
            (args, ctx, meta) -> {
              stepper.step("pays " + args.path("what").asString());
              paid.accept(args.path("what").asString());
              stepper.step("has paid " + args.path("what").asString());
              return ToolOutput.text("paid");
            });
    return approved ? builder.guard(ApprovalGuard.required()).build() : builder.build();
  }

  // what a process does

  String accept(String conversation, String text, @Nullable String key) {
    var durable = agent.conversation(Scope.of("acme", "ann", conversation)).durable();
    return (key == null ? durable : durable.key(key))
        .send(text, options -> options.whileWaiting(WhileWaiting.QUEUE))
        .turnId();
  }

  String steer(String conversation, String text, @Nullable String key, boolean orSend) {
    var durable = agent.conversation(Scope.of("acme", "ann", conversation)).durable();
    var keyed = key == null ? durable : durable.key(key);
    return (orSend ? keyed.steerOrSend(text) : keyed.steer(Message.user(text))).turnId();
  }

  boolean stop(String conversation, String turn) {
    return agent.conversation(Scope.of("acme", "ann", conversation)).stop(turn);
  }

  void runDue(int thread) {
    threads.get(thread).runAnyDueExecutions();
  }

  void lookForDead() {
    threads.getFirst().runDeadExecutionDetection();
  }

  void settle(String gate) {
    desk.settle(gate, BOSS, GateDecision.resolve(true));
  }

  /** As the worker does from time to time. */
  void sweep() {
    desk.store().sweep(null);
    for (StoredTurn turn : store.resting(100)) {
      queue.wake(new TurnQueue.Turn(turn.scope().tenant(), turn.turnId()));
    }
  }

  void stop() {
    stopping = true;
    turns.close();
  }

  boolean isStopping() {
    return stopping;
  }

  @Override
  public boolean isKilled() {
    return killed;
  }

  /** Ends the process; nothing of what it has not committed is left. */
  void kill() {
    killed = true;
    pool.kill();
    stepper.endKilled();
    Thread.ofVirtual()
        .start(
            () -> {
              turns.close();
              desk.close();
            });
  }
}
