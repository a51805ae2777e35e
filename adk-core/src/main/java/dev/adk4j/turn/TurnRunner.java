package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.bytes.InMemorySpoolStore;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.error.Violations;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.gate.GateService;
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
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.internal.TokenWarnings;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs turns: input pipeline, dispatch, output pipeline, and the events around them. Holds
 * configuration and listeners only, no state of a turn, so one runner serves any number of turns at
 * the same time.
 *
 * <p>A turn tells how it went by events, never by a result or an exception; listeners are called on
 * the thread of the turn, and those of the runner hear the events of all its turns.
 */
@NoJsonForm
public final class TurnRunner {

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
  private final @Nullable GateService gates;
  private final EventBus bus = new EventBus();

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
    this.gates = builder.gates;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Runs a turn on this thread and returns after its {@code turnEnd}.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT} before any event; whatever fails later is
   *     an {@code error} event
   */
  public void run(RawTurnContext raw) {
    turn(raw).run();
  }

  /**
   * Runs a turn on a virtual thread, or on the runner's executor for started turns.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT}, here and now
   */
  public TurnHandle start(RawTurnContext raw) {
    return turn(raw).start();
  }

  /** Prepares a turn with listeners of its own. */
  public TurnCall turn(RawTurnContext raw) {
    return new TurnCall(this, raw);
  }

  /** Validates the raw context and makes the turn's; nothing is told yet. */
  LiveTurn open(@Nullable RawTurnContext raw, TurnListeners listeners) {
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
      ContextSeed seed =
          ContextSeed.fresh(
              scopeOf(raw),
              raw.turnAbortController().orElseGet(AbortController::new),
              Objects.requireNonNull(raw.systemPrompt()),
              raw.standingInstructions(),
              raw.newStash(),
              new ToolRegistry(tools),
              spoolStores,
              clock,
              instrumentation);
      return new LiveTurn(seed, callbacks, raw.input(), listeners.after(bus), listeners, gates);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      Failures.keepInterrupt(e);
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_CONTEXT,
          "The raw turn context is not valid: " + e.getMessage(),
          e);
    }
  }

  private Scope scopeOf(RawTurnContext raw) throws Exception {
    return raw.scope().isPresent()
        ? raw.scope().get()
        : Objects.requireNonNull(scopeResolver.resolve(raw), "the ScopeResolver returned null");
  }

  /** Runs the turn inside its instrumentation; {@code turnEnd} is told whatever that does. */
  void play(LiveTurn turn, TurnListeners listeners) {
    Subscription warnings = TokenWarnings.open(turn::warn);
    try {
      instrumentation.around(
          new Operation.Turn(turn),
          () -> {
            stages(turn);
            return null;
          });
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      turn.start();
      if (turn.aborted() && AbortException.matches(e, true)) {
        Failures.keepInterrupt(e);
      } else {
        turn.failed(Failures.asAdk(e));
      }
    } finally {
      try {
        turn.end();
      } finally {
        warnings.close();
        listeners.close();
      }
    }
  }

  void launch(StartedTurn started, TurnListeners listeners) {
    LiveTurn turn = started.turn();
    Runnable decorated =
        Objects.requireNonNull(
            taskDecorator.apply(() -> started.run(() -> play(turn, listeners))),
            "the task decorator returned null");
    Runnable task = () -> started.runDecorated(decorated);
    if (startExecutor == null) {
      Thread.ofVirtual().name("adk-turn-" + turn.id()).start(task);
    } else {
      startExecutor.execute(task);
    }
  }

  private void stages(LiveTurn turn) {
    turn.start();
    try {
      if (pass(turn, "turn-input", turnInputPipeline, AdkErrorCode.E_INPUT_PIPELINE_ERROR)
          && dispatch(turn)) {
        pass(turn, "turn-output", turnOutputPipeline, AdkErrorCode.E_OUTPUT_PIPELINE_ERROR);
      }
    } finally {
      turn.end();
    }
  }

  /** Whether the turn goes on: nothing failed and nobody aborted it. */
  private static boolean pass(
      LiveTurn turn, String label, List<TurnMiddleware> pipeline, AdkErrorCode code) {
    StageErrors errors = new StageErrors(turn, code);
    boolean reached =
        MiddlewareChain.pass(
            pipeline, (middleware, next) -> middleware.handle(turn, next), turn::aborted, errors);
    if (!reached && !errors.any && !turn.aborted()) {
      turn.failed(Failures.shortCircuit(label));
      return false;
    }
    return !errors.any && !turn.aborted();
  }

  private boolean dispatch(LiveTurn turn) {
    try {
      DispatchRunner.dispatch(
          DispatchRequest.derived(turn)
              .executor(executor)
              .inputPipeline(dispatchInputPipeline)
              .outputPipeline(dispatchOutputPipeline)
              .forgeToolsFilter(forgeToolsFilter)
              .forwardTo(turn.events())
              .build());
      return !turn.aborted();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      turn.failed(Failures.asAdk(e));
      return false;
    }
  }

  /** Tells each failure of a pipeline at the moment it happens. An abort is none. */
  private static final class StageErrors implements Consumer<Throwable> {

    private final LiveTurn turn;
    private final AdkErrorCode code;
    private boolean any;

    private StageErrors(LiveTurn turn, AdkErrorCode code) {
      this.turn = turn;
      this.code = code;
    }

    @Override
    public void accept(Throwable thrown) {
      if (AbortException.matches(thrown, turn.aborted())) {
        Failures.keepInterrupt(thrown);
      } else {
        any = true;
        turn.failed(Failures.pipeline(code, thrown));
      }
    }
  }

  /** Calls the listener for a functional event of every turn until the subscription is closed. */
  public <T> Subscription on(EventKey.Functional<T> key, EventListener<? super T> listener) {
    return bus.add(key, listener);
  }

  /** Calls the listener for the next such event only. */
  public <T> Subscription once(EventKey.Functional<T> key, EventListener<? super T> listener) {
    return bus.addOnce(key, listener);
  }

  /** Removes every registration of the listener for that event. */
  public <T> void off(EventKey.Functional<T> key, EventListener<? super T> listener) {
    bus.remove(key, listener);
  }

  /**
   * Calls the listener for an observability event of every turn until the subscription is closed.
   */
  public <T> Subscription observe(
      EventKey.Observability<T> key, EventListener<? super T> listener) {
    return bus.add(key, listener);
  }

  /** Calls the listener for the next such event only. */
  public <T> Subscription observeOnce(
      EventKey.Observability<T> key, EventListener<? super T> listener) {
    return bus.addOnce(key, listener);
  }

  /** Removes every registration of the listener for that event. */
  public <T> void unobserve(EventKey.Observability<T> key, EventListener<? super T> listener) {
    bus.remove(key, listener);
  }

  /** What this runner consists of, for people to look at. */
  public TurnRunnerDescription describe() {
    return TurnRunnerDescription.of(
        callbacks,
        executor,
        tools,
        turnInputPipeline,
        turnOutputPipeline,
        dispatchInputPipeline,
        dispatchOutputPipeline);
  }

  /** Builds a {@link TurnRunner}; {@link #build()} reports all that is wrong at once. */
  public static final class Builder extends CallbackSetters<Builder> {

    private @Nullable List<Tool> tools = new ArrayList<>();
    private @Nullable List<TurnMiddleware> turnInputPipeline = new ArrayList<>();
    private @Nullable List<TurnMiddleware> turnOutputPipeline = new ArrayList<>();
    private @Nullable List<DispatchMiddleware> dispatchInputPipeline = new ArrayList<>();
    private @Nullable List<DispatchMiddleware> dispatchOutputPipeline = new ArrayList<>();
    private final List<Consumer<TurnRunner>> observers = new ArrayList<>();
    private ScopeResolver scopeResolver = raw -> Scope.DEFAULT;
    private ForgeToolsFilter forgeToolsFilter = ForgeToolsFilter.ALL;
    private SpoolStoreFactory spoolStores = scope -> new InMemorySpoolStore();
    private Instrumentation instrumentation = Instrumentation.NONE;
    private InstantSource clock = InstantSource.system();
    private UnaryOperator<Runnable> taskDecorator = UnaryOperator.identity();
    private @Nullable Executor startExecutor;
    private @Nullable GateService gates;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** What every turn's registry starts with, in this order; replaces what was given. */
    public Builder tools(Collection<Tool> tools) {
      this.tools = copy(tools);
      return this;
    }

    public Builder addTool(Tool tool) {
      if (tools != null) {
        tools.add(tool);
      }
      return this;
    }

    public Builder turnInputPipeline(Collection<TurnMiddleware> pipeline) {
      this.turnInputPipeline = copy(pipeline);
      return this;
    }

    public Builder turnOutputPipeline(Collection<TurnMiddleware> pipeline) {
      this.turnOutputPipeline = copy(pipeline);
      return this;
    }

    public Builder dispatchInputPipeline(Collection<DispatchMiddleware> pipeline) {
      this.dispatchInputPipeline = copy(pipeline);
      return this;
    }

    public Builder dispatchOutputPipeline(Collection<DispatchMiddleware> pipeline) {
      this.dispatchOutputPipeline = copy(pipeline);
      return this;
    }

    /** Changes the turn input pipeline as it is so far, such as by adding to it. */
    public Builder changeTurnInputPipeline(Consumer<List<TurnMiddleware>> change) {
      change.accept(turnInputPipeline == null ? new ArrayList<>() : turnInputPipeline);
      return this;
    }

    /** Changes the turn output pipeline as it is so far, such as by adding to it. */
    public Builder changeTurnOutputPipeline(Consumer<List<TurnMiddleware>> change) {
      change.accept(turnOutputPipeline == null ? new ArrayList<>() : turnOutputPipeline);
      return this;
    }

    /** Changes the dispatch input pipeline as it is so far, such as by adding to it. */
    public Builder changeDispatchInputPipeline(Consumer<List<DispatchMiddleware>> change) {
      change.accept(dispatchInputPipeline == null ? new ArrayList<>() : dispatchInputPipeline);
      return this;
    }

    /** Listens to every runner that is built, from its first turn on. */
    public <T> Builder observe(EventKey.Observability<T> key, EventListener<? super T> listener) {
      observers.add(runner -> runner.observe(key, listener));
      return this;
    }

    /** Asked where a raw context names no scope; {@link Scope#DEFAULT} by default. */
    public Builder scopeResolver(ScopeResolver scopeResolver) {
      this.scopeResolver = scopeResolver;
      return this;
    }

    /** Which reader tools of artifacts are offered; all by default. */
    public Builder forgeToolsFilter(ForgeToolsFilter forgeToolsFilter) {
      this.forgeToolsFilter = forgeToolsFilter;
      return this;
    }

    /** Where tool results are spooled; in memory, for each turn anew, by default. */
    public Builder spoolStores(SpoolStoreFactory spoolStores) {
      this.spoolStores = spoolStores;
      return this;
    }

    public Builder instrumentation(Instrumentation instrumentation) {
      this.instrumentation = instrumentation;
      return this;
    }

    /**
     * Where events take their times from; durations are measured with the monotonic clock whatever
     * this is.
     */
    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Wraps started turns on the thread that starts them, to carry thread-bound values to the
     * turn's thread.
     */
    public Builder taskDecorator(UnaryOperator<Runnable> taskDecorator) {
      this.taskDecorator = taskDecorator;
      return this;
    }

    /** Runs started turns; each blocks its thread. A virtual thread for each by default. */
    public Builder startExecutor(Executor startExecutor) {
      this.startExecutor = startExecutor;
      return this;
    }

    /** Where gates are recorded, so that they outlive the process; nowhere by default. */
    public Builder gates(GateService gates) {
      this.gates = gates;
      return this;
    }

    /**
     * @throws AdkException {@code E_INVALID_TURN_RUNNER_CONFIG} naming every missing callback and
     *     everything else
     */
    public TurnRunner build() {
      Violations violations = new Violations();
      callbacks.check(violations, CallbackKey::configKey);
      violations
          .check(
              executor != null,
              "$.executorCallback",
              "required",
              "is required and was null: give a DispatchExecutor")
          .noNulls(tools, "$.tools")
          .noNulls(turnInputPipeline, "$.turnInputPipeline")
          .noNulls(turnOutputPipeline, "$.turnOutputPipeline")
          .noNulls(dispatchInputPipeline, "$.dispatchInputPipeline")
          .noNulls(dispatchOutputPipeline, "$.dispatchOutputPipeline")
          .required(scopeResolver, "$.scopeResolver")
          .required(forgeToolsFilter, "$.forgeToolsFilter")
          .required(spoolStores, "$.spoolStores")
          .required(instrumentation, "$.instrumentation")
          .required(clock, "$.clock")
          .required(taskDecorator, "$.taskDecorator");
      AdkException duplicate = duplicateTool();
      if (duplicate != null) {
        violations.add("$.tools", "unique", "must have unique names: " + duplicate.getMessage());
      }
      try {
        violations.throwIfAny(AdkErrorCode.E_INVALID_TURN_RUNNER_CONFIG);
      } catch (AdkException e) {
        throw duplicate == null
            ? e
            : new AdkException(e.errorCode(), String.valueOf(e.getMessage()), duplicate);
      }
      TurnRunner runner = new TurnRunner(this);
      observers.forEach(observer -> observer.accept(runner));
      return runner;
    }

    /** Null stays null until {@link #build} reports it. */
    private static <T> @Nullable List<T> copy(@Nullable Collection<T> given) {
      return given == null ? null : new ArrayList<>(given);
    }

    private @Nullable AdkException duplicateTool() {
      try {
        ToolRegistry registry = new ToolRegistry();
        (tools == null ? List.<Tool>of() : tools)
            .stream().filter(Objects::nonNull).forEach(registry::register);
        return null;
      } catch (AdkException e) {
        return e;
      }
    }
  }
}
