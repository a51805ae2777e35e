package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.internal.SafeClock;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.token.internal.TokenWarnings;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs turns: input pipeline, dispatch, output pipeline, and the events around them. Holds
 * configuration and listeners only, no state of a turn, so one runner serves any number of turns at
 * the same time.
 *
 * <p>A turn reports its outcome by events, never by a result or an exception. Listeners are called
 * on the thread of the turn; those of the runner receive the events of all its turns.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class TurnRunner extends RunnerListeners {

  private static final Logger log = LoggerFactory.getLogger(TurnRunner.class);

  private final StorageBindings callbacks;
  private final DispatchExecutor executor;
  private final List<Tool> tools;
  private final List<TurnMiddleware> turnInputPipeline;
  private final List<TurnMiddleware> turnOutputPipeline;
  private final List<DispatchMiddleware> dispatchInputPipeline;
  private final List<DispatchMiddleware> dispatchOutputPipeline;
  private final ScopeResolver scopeResolver;
  private final ForgeToolsFilter forgeToolsFilter;
  private final SpoolStoreFactory spoolStores;
  private final Instrumentation instrumentation;
  private final InstantSource clock;
  private final UnaryOperator<Runnable> taskDecorator;
  private final @Nullable Executor startExecutor;
  private final GateService gates;
  private final AtomicBoolean unfencedTold = new AtomicBoolean();

  private TurnRunner(Builder builder) {
    this.callbacks = builder.callbacks.copy();
    this.executor = Objects.requireNonNull(builder.executor);
    this.tools = List.copyOf(Objects.requireNonNull(builder.tools));
    this.turnInputPipeline = List.copyOf(Objects.requireNonNull(builder.turnInputPipeline));
    this.turnOutputPipeline = List.copyOf(Objects.requireNonNull(builder.turnOutputPipeline));
    this.dispatchInputPipeline = List.copyOf(Objects.requireNonNull(builder.dispatchInputPipeline));
    this.dispatchOutputPipeline =
        List.copyOf(Objects.requireNonNull(builder.dispatchOutputPipeline));
    this.scopeResolver = builder.scopeResolver;
    this.forgeToolsFilter = builder.forgeToolsFilter;
    this.spoolStores = builder.spoolStores;
    this.instrumentation = Instrumentation.checked(builder.instrumentation);
    this.clock = SafeClock.of(builder.clock);
    this.taskDecorator = builder.taskDecorator;
    this.startExecutor = builder.startExecutor;
    this.gates = builder.gates == null ? GateService.of(TurnStore.inMemory()) : builder.gates;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Runs a turn on this thread and returns after its {@code turnEnd}.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT} before any event; every later failure is an
   *     {@code error} event
   */
  public void run(RawTurnContext raw) {
    turn(raw).run();
  }

  /**
   * Runs a turn on a virtual thread, or on the runner's executor for started turns.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT}, on the calling thread
   */
  public TurnHandle start(RawTurnContext raw) {
    return turn(raw).start();
  }

  /**
   * Refuses a turn that this thread may not request, before any data is read for it. A call does
   * this itself; use this method in code that reads before the call.
   */
  public void beforeTurn() {
    instrumentation.beforeTurn();
  }

  /** Returns the service that stores the gates and turns of this runner. */
  public GateService gates() {
    return gates;
  }

  /** Prepares a turn with its own listeners. */
  public TurnCall turn(RawTurnContext raw) {
    return new TurnCall(this, raw);
  }

  /**
   * Ends a claimed turn that no process runs and stores the written part of its answer with it,
   * both or neither. For the engine.
   *
   * @param raw the raw context with the turn to {@linkplain RawTurnContext.Builder#resume resume}
   * @param error the code of the failure; null for none
   * @param unfinished messages as {@link Message#partial} returns them
   * @return false if the claim was lost
   */
  public boolean end(
      RawTurnContext raw, StoredTurn.State end, @Nullable String error, List<Message> unfinished) {
    LiveTurn turn = open(turn(raw));
    return Objects.requireNonNull(Parking.progressOf(turn.parking))
        .finish(end, error, unfinished, turn.storage);
  }

  /** Validates the raw context and creates the turn's; no event is emitted yet. */
  LiveTurn open(TurnCall call) {
    RawTurnContext raw = call.raw;
    if (raw == null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_CONTEXT,
          "The raw turn context is null; build one with RawTurnContext.builder().");
    }
    new Violations()
        .required(raw.systemPrompt(), "$.systemPrompt")
        .noNulls(raw.standingInstructions(), "$.standingInstructions")
        .check(raw.hasStash(), "$.stash", "required", "is required")
        .noNulls(raw.input(), "$.input")
        .throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    try {
      Scope scope = scopeOf(raw);
      String id = raw.resumed().map(StoredTurn::turnId).or(raw::turnId).orElseGet(Ids::next);
      Parking parking = Parking.of(raw, id, scope, gates, clock);
      Fence fence = Parking.fenceOf(parking);
      if (fence != null) {
        tellUnfenced();
      }
      SpoolStoreFactory spools = raw.isStored() ? spoolStores : SpoolStoreFactory.inMemory();
      ContextSeed seed =
          ContextSeed.fresh(
              scope,
              raw.turnAbortController().orElseGet(AbortController::new),
              Objects.requireNonNull(raw.systemPrompt()),
              raw.standingInstructions(),
              raw.newStash(),
              new ToolRegistry(toolsOf(raw)).filter(raw.toolFilter().orElse(null)),
              fence == null ? spools : fence.holding(spools),
              clock,
              instrumentation);
      StorageBindings storage = raw.isStored() ? callbacks : callbacks.inMemory();
      return new LiveTurn(id, parking, seed, storage, call, call.after(bus), gates);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_CONTEXT,
          "The raw turn context is not valid: " + e.getMessage(),
          e);
    }
  }

  /**
   * Logs, before the first durable turn, which writes of a run that lost its turn cannot be rolled
   * back.
   */
  private void tellUnfenced() {
    if (unfencedTold.compareAndSet(false, true)) {
      List<String> outside = callbacks.outsideOfUnit();
      if (!outside.isEmpty()) {
        log.warn(
            "Durable turns: {} write outside of the storage's unit of work. What a process writes"
                + " with them after another one took its turn is not refused.",
            outside);
      }
    }
  }

  private boolean isTaken(String name) {
    return tools.stream().anyMatch(tool -> tool.name().equals(name));
  }

  private List<Tool> toolsOf(RawTurnContext raw) {
    if (raw.tools().isEmpty()) {
      return tools;
    }
    List<Tool> all = new ArrayList<>(tools);
    raw.tools().stream()
        .filter(tool -> tool.onCollision() != Tool.OnCollision.KEEP || !isTaken(tool.name()))
        .forEach(all::add);
    return all;
  }

  /** Returns the scope of the turn, which the {@link ScopeResolver} decides if it has none. */
  public Scope scopeOf(RawTurnContext raw) throws Exception {
    Optional<Scope> given = raw.scope().or(() -> raw.resumed().map(StoredTurn::scope));
    return given.isPresent()
        ? given.get()
        : Objects.requireNonNull(scopeResolver.resolve(raw), "the ScopeResolver returned null");
  }

  /** Runs the turn inside its instrumentation; {@code turnEnd} is emitted in every case. */
  void play(LiveTurn turn) {
    Subscription warnings = TokenWarnings.open(turn::warn);
    try {
      turn.around(new Operation.Turn(turn), () -> stages(turn));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      turn.start();
      if (turn.aborted() && AbortException.matches(e, true)) {
        FatalErrors.keepInterrupt(e);
      } else {
        turn.failed(Failures.asAdk(e));
      }
    } finally {
      try {
        turn.end();
      } finally {
        warnings.close();
        turn.call.close();
        turn.left();
      }
    }
  }

  /** Runs the three stages: input pipeline, dispatch, output pipeline. */
  private void stages(LiveTurn turn) {
    turn.start();
    try {
      if (turn.call.admits(turn)
          && pass(turn, "turn-input", turnInputPipeline, AdkErrorCode.E_INPUT_PIPELINE_ERROR)
          && dispatch(turn)
          && turn.waiting().isEmpty()
          && pass(turn, "turn-output", turnOutputPipeline, AdkErrorCode.E_OUTPUT_PIPELINE_ERROR)) {
        turn.completed();
      }
    } finally {
      turn.end();
    }
  }

  /**
   * Runs one pipeline. Returns true if the turn continues, since nothing failed and it was not
   * aborted.
   */
  private static boolean pass(
      LiveTurn turn, String label, List<TurnMiddleware> pipeline, ErrorCode code) {
    boolean reached =
        MiddlewareChain.pass(
            pipeline,
            (middleware, next) -> middleware.handle(turn, next),
            turn::aborted,
            thrown -> turn.failed(Failures.pipeline(code, thrown)));
    if (!reached && !turn.hasFailed() && !turn.aborted()) {
      turn.failed(Failures.shortCircuit(label));
    }
    return !turn.hasFailed() && !turn.aborted();
  }

  private boolean dispatch(LiveTurn turn) {
    try {
      DispatchRunner.dispatch(
          DispatchRequest.derived(turn)
              .executor(executorOf(turn))
              .parking(turn.parking)
              .inputPipeline(dispatchInputPipeline)
              .outputPipeline(dispatchOutputPipeline)
              .forgeToolsFilter(forgeToolsFilter)
              .forwardTo(turn.events)
              .build());
      return !turn.aborted();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      turn.failed(Failures.asAdk(e));
      return false;
    }
  }

  private DispatchExecutor executorOf(LiveTurn turn) {
    Parking parking = turn.parking;
    List<String> required = turn.call.raw.requiredTools();
    DispatchExecutor resuming = parking == null ? executor : parking.resuming(executor);
    return resuming != executor || required.isEmpty()
        ? resuming
        : new RequiredTools(required, executor);
  }

  /** Runs a started turn on its own thread, or on the executor for started turns. */
  void launch(StartedTurn started) {
    Runnable task = decorated(started);
    if (startExecutor == null) {
      Thread.ofVirtual().name("adk-turn-" + started.turnId()).start(task);
    } else {
      startExecutor.execute(task);
    }
  }

  /** Returns the task that runs a started turn. */
  Runnable decorated(StartedTurn started) {
    Runnable task = taskDecorator.apply(() -> started.run(() -> play(started.turn)));
    Objects.requireNonNull(task, "the task decorator returned null");
    return () -> started.runDecorated(task);
  }

  /** Returns the names of this runner's parts, for display to people. */
  public Description describe() {
    Map<String, String> classes = new LinkedHashMap<>();
    for (CallbackKey key : CallbackKey.values()) {
      classes.put(key.configKey(), callbacks.get(key).getClass().getName());
    }
    return new Description(
        Collections.unmodifiableMap(classes),
        executor.getClass().getName(),
        tools.stream().map(Tool::name).toList(),
        names(turnInputPipeline),
        names(turnOutputPipeline),
        names(dispatchInputPipeline),
        names(dispatchOutputPipeline));
  }

  private static List<String> names(List<?> pipeline) {
    return pipeline.stream().map(middleware -> middleware.getClass().getName()).toList();
  }

  /** Builds a {@link TurnRunner}; {@link #build()} reports all errors at once. */
  public static final class Builder extends RunnerSetters {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the runner, and passes it to its observers.
     *
     * @throws AdkException {@code E_INVALID_TURN_RUNNER_CONFIG} with every missing callback and all
     *     other errors
     */
    public TurnRunner build() {
      check();
      TurnRunner runner = new TurnRunner(this);
      observers.forEach(observer -> observer.accept(runner));
      return runner;
    }
  }

  /**
   * Names the parts of a runner: tools and classes, no content.
   *
   * @param callbacks configuration key, such as {@code storeMessageCallback}, to the class that
   *     implements it; all 27
   */
  public record Description(
      Map<String, String> callbacks,
      String executor,
      List<String> tools,
      List<String> turnInputPipeline,
      List<String> turnOutputPipeline,
      List<String> dispatchInputPipeline,
      List<String> dispatchOutputPipeline) {}
}
