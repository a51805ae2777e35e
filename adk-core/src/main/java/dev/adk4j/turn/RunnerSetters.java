package dev.adk4j.turn;

import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.GateService;
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

/** Sets the parts of a {@link TurnRunner}, and checks that none is missing. */
abstract class RunnerSetters extends CallbackSetters<TurnRunner.Builder> {

  @Nullable List<Tool> tools = new ArrayList<>();
  @Nullable List<TurnMiddleware> turnInputPipeline = new ArrayList<>();
  @Nullable List<TurnMiddleware> turnOutputPipeline = new ArrayList<>();
  @Nullable List<DispatchMiddleware> dispatchInputPipeline = new ArrayList<>();
  @Nullable List<DispatchMiddleware> dispatchOutputPipeline = new ArrayList<>();
  @Nullable DispatchExecutor executor;
  final List<Consumer<TurnRunner>> observers = new ArrayList<>();
  ScopeResolver scopeResolver = raw -> Scope.DEFAULT;
  ForgeToolsFilter forgeToolsFilter = ForgeToolsFilter.ALL;
  SpoolStoreFactory spoolStores = SpoolStoreFactory.inMemory();
  Instrumentation instrumentation = Instrumentation.NONE;
  InstantSource clock = InstantSource.system();
  UnaryOperator<Runnable> taskDecorator = UnaryOperator.identity();
  @Nullable Executor startExecutor;
  @Nullable GateService gates;

  /** Sets the executor; required. */
  public TurnRunner.Builder executor(DispatchExecutor executor) {
    this.executor = executor;
    return self();
  }

  /** Sets the tools that every turn starts with, in this order; replaces those given before. */
  public TurnRunner.Builder tools(Collection<Tool> tools) {
    this.tools = copy(tools);
    return self();
  }

  public TurnRunner.Builder addTool(Tool tool) {
    if (tools != null) {
      tools.add(tool);
    }
    return self();
  }

  public TurnRunner.Builder turnInputPipeline(Collection<TurnMiddleware> pipeline) {
    this.turnInputPipeline = copy(pipeline);
    return self();
  }

  public TurnRunner.Builder turnOutputPipeline(Collection<TurnMiddleware> pipeline) {
    this.turnOutputPipeline = copy(pipeline);
    return self();
  }

  public TurnRunner.Builder dispatchInputPipeline(Collection<DispatchMiddleware> pipeline) {
    this.dispatchInputPipeline = copy(pipeline);
    return self();
  }

  public TurnRunner.Builder dispatchOutputPipeline(Collection<DispatchMiddleware> pipeline) {
    this.dispatchOutputPipeline = copy(pipeline);
    return self();
  }

  /** Changes the current turn input pipeline, for example by adding to it. */
  public TurnRunner.Builder changeTurnInputPipeline(Consumer<List<TurnMiddleware>> change) {
    change.accept(turnInputPipeline == null ? new ArrayList<>() : turnInputPipeline);
    return self();
  }

  /** Changes the current turn output pipeline, for example by adding to it. */
  public TurnRunner.Builder changeTurnOutputPipeline(Consumer<List<TurnMiddleware>> change) {
    change.accept(turnOutputPipeline == null ? new ArrayList<>() : turnOutputPipeline);
    return self();
  }

  /** Changes the current dispatch input pipeline, for example by adding to it. */
  public TurnRunner.Builder changeDispatchInputPipeline(Consumer<List<DispatchMiddleware>> change) {
    change.accept(dispatchInputPipeline == null ? new ArrayList<>() : dispatchInputPipeline);
    return self();
  }

  /** Listens to every runner that is built, starting with its first turn. */
  public <T> TurnRunner.Builder observe(
      EventKey.Observability<T> key, EventListener<? super T> listener) {
    observers.add(runner -> runner.observe(key, listener));
    return self();
  }

  /**
   * Sets the resolver of the scope for raw contexts that name none; {@link Scope#DEFAULT} by
   * default.
   */
  public TurnRunner.Builder scopeResolver(ScopeResolver scopeResolver) {
    this.scopeResolver = scopeResolver;
    return self();
  }

  /** Selects the offered reader tools of artifacts; all by default. */
  public TurnRunner.Builder forgeToolsFilter(ForgeToolsFilter forgeToolsFilter) {
    this.forgeToolsFilter = forgeToolsFilter;
    return self();
  }

  /** Sets the stores of large tool results; by default, each turn has a new one in memory. */
  public TurnRunner.Builder spoolStores(SpoolStoreFactory spoolStores) {
    this.spoolStores = spoolStores;
    return self();
  }

  public TurnRunner.Builder instrumentation(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    return self();
  }

  /** Sets the clock of events; durations are always measured with the monotonic clock. */
  public TurnRunner.Builder clock(InstantSource clock) {
    this.clock = clock;
    return self();
  }

  /**
   * Wraps started turns on the thread that starts them, to carry thread-bound values to the turn's
   * thread.
   */
  public TurnRunner.Builder taskDecorator(UnaryOperator<Runnable> taskDecorator) {
    this.taskDecorator = taskDecorator;
    return self();
  }

  /**
   * Sets the executor of started turns; each turn blocks its thread. By default, each turn has a
   * virtual thread.
   */
  public TurnRunner.Builder startExecutor(Executor startExecutor) {
    this.startExecutor = startExecutor;
    return self();
  }

  /** Sets the service that stores gates and turns; in memory, for this runner alone, by default. */
  public TurnRunner.Builder gates(GateService gates) {
    this.gates = gates;
    return self();
  }

  /** Reports all missing or invalid parts in one exception. */
  final void check() {
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
