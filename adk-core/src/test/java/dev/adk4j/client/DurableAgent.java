package dev.adk4j.client;

import static dev.adk4j.harness.Engine.turning;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.harness.Failures;
import dev.adk4j.harness.Stored;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Processes of one agent over one store in memory. Nothing runs by itself: the test is the queue,
 * and says which process runs a turn.
 */
final class DurableAgent implements AutoCloseable {

  static final Scope SCOPE = Scope.of("acme", "ann", "c1");
  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");

  /** How far the store's clock is ahead of the machine's. */
  volatile Duration ahead = Duration.ZERO;

  /** Is told each method of the store that the processes call; where it throws, nothing is done. */
  volatile Consumer<String> calling = method -> {};

  final TurnStore store = TurnStore.inMemory(this::now);
  final TurnStore gates = watched(store);
  final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  final List<String> log = Collections.synchronizedList(new ArrayList<>());
  final List<Tool> tools = new CopyOnWriteArrayList<>();
  UnaryOperator<AgentClient.Builder> client = builder -> builder;
  List<TurnMiddleware> input = List.of();
  List<DispatchMiddleware> dispatchInput = List.of();
  private final List<Process> processes = new ArrayList<>();
  private final List<Thread> zombies = new ArrayList<>();

  /** Whoever hangs says so with the one, and hangs until the other one. */
  final CountDownLatch inside = new CountDownLatch(1);

  final CountDownLatch never = new CountDownLatch(1);

  /** What the model says, by the number of tool calls that it sees: calls, or the last text. */
  Function<DispatchContext, Object> model = ctx -> "Done.";

  /** What is told before the model says something. */
  BiConsumer<DispatchContext, DispatchExecutorHelpers> telling = (ctx, helpers) -> {};

  private Instant now() {
    return Instant.now().plus(ahead);
  }

  private TurnStore watched(TurnStore store) {
    return (TurnStore)
        Proxy.newProxyInstance(
            TurnStore.class.getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, method, args) -> {
              calling.accept(method.getName());
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A process, and its end of the queue. */
  final class Process implements TurnQueue {
    final String name;
    final GateService desk =
        GateService.of(
            gates,
            GateService.Options.DEFAULT.withAuthorizer(
                (actor, gate) -> GateAuthorizer.Answer.grant()));
    final List<TurnQueue.Turn> enqueued = new CopyOnWriteArrayList<>();
    final List<TurnQueue.Turn> woken = new CopyOnWriteArrayList<>();
    final AgentRegistry turns;
    final AgentClient agent;
    volatile TurnQueue.@Nullable Worker worker;

    private Process(String name) {
      this.name = name;
      this.turns = AgentRegistry.of(desk, this);
      TurnRunner runner =
          TurnRunner.builder()
              .clock(DurableAgent.this::now)
              .storage(storage)
              .gates(desk)
              .turnInputPipeline(
                  Stream.concat(
                          input.stream(),
                          Stream.of(
                              HydrateTurn.builder().messages(100).toolCalls(100).build(),
                              new AcceptInput(),
                              turning(
                                  ctx -> tools.forEach(tool -> ctx.tools().register(tool, true)))))
                      .toList())
              .turnOutputPipeline(List.of(turning(ctx -> log.add(name + " output"))))
              .dispatchInputPipeline(
                  Stream.concat(Stream.of(new MaxIterations(10)), dispatchInput.stream()).toList())
              .executor(this::answer)
              .build();
      runner.observe(TurnEvent.TURN_START, e -> log.add(name + " start"));
      runner.observe(TurnEvent.TURN_END, e -> log.add(name + " end"));
      runner.observe(TurnEvent.ERROR, e -> log.add(name + " error " + e.error().code()));
      this.agent =
          client
              .apply(
                  AgentClient.builder(runner)
                      .name("teller")
                      .systemPrompt("Be brief.")
                      .registry(turns)
                      .actors(() -> Optional.of(BOSS)))
              .build();
    }

    private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      log.add(name + " model " + ctx.iteration());
      telling.accept(ctx, helpers);
      Object next = model.apply(ctx);
      String text = next instanceof String last ? last : "I will.";
      ctx.storeMessage(Message.assistant(Ids.next(), text, ctx.clock().instant()));
      if (next instanceof String) {
        ctx.ack();
      } else {
        ToolCallRunner.run(ctx, helpers, requests(next), ToolResultOptions.DEFAULT);
      }
    }

    Conversation conversation() {
      return agent.conversation(SCOPE);
    }

    /** Accepts a turn and runs it here, now. */
    AcceptedTurn ran(String text) {
      AcceptedTurn turn = conversation().durable().send(text);
      run(turn);
      return turn;
    }

    /** Runs the turn here, now. */
    TurnQueue.Result run(AcceptedTurn turn) {
      return Objects.requireNonNull(worker).run(new TurnQueue.Turn("acme", turn.turnId()));
    }

    boolean isDue(AcceptedTurn turn) {
      return Objects.requireNonNull(worker).isDue(new TurnQueue.Turn("acme", turn.turnId()));
    }

    void lose(AcceptedTurn turn) {
      Objects.requireNonNull(worker).lose(new TurnQueue.Turn("acme", turn.turnId()));
    }

    @Override
    public void start(Worker worker) {
      this.worker = worker;
    }

    @Override
    public void enqueue(Turn turn, Transaction transaction) {
      enqueued.add(turn);
    }

    @Override
    public void wake(Turn turn) {
      woken.add(turn);
    }

    @Override
    public void close() {}
  }

  @SuppressWarnings("unchecked")
  private static List<ToolCallRequest> requests(Object calls) {
    return (List<ToolCallRequest>) calls;
  }

  Process process(String name) {
    Process process = new Process(name);
    processes.add(process);
    return process;
  }

  Tool.Builder tool(String name, Tool.Handler handler) {
    return Tool.builder(name)
        .description("Does it.")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}")
        .handler(handler);
  }

  void add(String name, Tool.Handler handler) {
    tools.add(tool(name, handler).build());
  }

  /** Adds a tool that answers so. */
  void add(String name, String result) {
    tools.add(tool(name, (args, ctx, meta) -> ToolOutput.text(result)).build());
  }

  /** Adds a tool that answers so when somebody approves. */
  void addApproved(String name, String result) {
    add(name, result);
    tools.add(tools.removeLast().toBuilder().guard(ApprovalGuard.required()).build());
  }

  static ToolCallRequest call(String tool, int n) {
    return new ToolCallRequest("p" + n, tool, Json.read("{\"n\":" + n + "}"));
  }

  StoredTurn found(AcceptedTurn turn) {
    return store.find(SCOPE, turn.turnId()).orElseThrow();
  }

  /** The records of the conversation in their order. */
  List<String> history() {
    return Stored.in(storage, SCOPE, m -> author(m) + " " + m.text(), Stored::ended);
  }

  private static String author(Message message) {
    return message.isPartial() ? "partial" : message.role().wire();
  }

  /** Runs the turn in a process that hangs in it, as one that is stopped. */
  void hang(Process process, AcceptedTurn turn) throws InterruptedException {
    zombies.add(Thread.ofVirtual().start(() -> process.run(turn)));
    inside.await();
  }

  /** Lets the process that hangs go on to its end. */
  void awake() {
    never.countDown();
    zombies.forEach(Failures::join);
  }

  boolean hangs() {
    return zombies.getFirst().isAlive();
  }

  @Override
  public void close() {
    awake();
    processes.forEach(process -> process.turns.close());
    processes.forEach(process -> process.desk.close());
  }
}
