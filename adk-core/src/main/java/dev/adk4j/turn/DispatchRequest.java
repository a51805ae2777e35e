package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.TurnContext;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes one dispatch for {@link DispatchRunner#dispatch}. Immutable; may be dispatched more
 * than once.
 *
 * @since 0.1.0
 */
public final class DispatchRequest {

  private static final Set<EventKey<?>> HOOKS =
      Set.of(TurnEvent.MESSAGE, TurnEvent.THOUGHT, TurnEvent.TOOL_CALL);

  private final @Nullable ContextSupport source;
  private final @Nullable RawDispatchContext raw;
  final DispatchExecutor executor;
  final List<DispatchMiddleware> inputPipeline;
  final List<DispatchMiddleware> outputPipeline;
  final ForgeToolsFilter forgeToolsFilter;
  private final EventBus listeners;
  private final @Nullable EventSink forwardTo;
  private final @Nullable Parking parking;

  private DispatchRequest(Builder builder) {
    this.source = (ContextSupport) builder.source;
    this.raw = builder.raw;
    this.executor = Objects.requireNonNull(builder.executor);
    this.inputPipeline = List.copyOf(Objects.requireNonNull(builder.inputPipeline));
    this.outputPipeline = List.copyOf(Objects.requireNonNull(builder.outputPipeline));
    this.forgeToolsFilter = builder.forgeToolsFilter;
    this.listeners = builder.listeners.bus();
    this.forwardTo = builder.forwardTo;
    this.parking = builder.parking;
  }

  /**
   * Describes a dispatch of a turn: it starts from copies of the turn's Sets, and its stored
   * records are mirrored into them.
   */
  public static Builder derived(TurnContext source) {
    return new Builder(source, null);
  }

  /** Describes a dispatch without a turn. */
  public static Builder standalone(RawDispatchContext raw) {
    return new Builder(null, raw);
  }

  /** Copies the initial data of the dispatch. */
  DefaultDispatchContext newContext() {
    if (source != null) {
      return new DefaultDispatchContext(
          source, new DispatchListeners(new EventBus(), listeners, forwardTo), parking);
    }
    RawDispatchContext standalone = Objects.requireNonNull(raw);
    return new DefaultDispatchContext(
        standalone, new DispatchListeners(standalone.hooks, listeners, forwardTo));
  }

  /** Builds a {@link DispatchRequest}; {@link #build()} reports all errors at once. */
  public static final class Builder {

    private final @Nullable TurnContext source;
    private final @Nullable RawDispatchContext raw;
    private final DispatchListeners.Registrations listeners = new DispatchListeners.Registrations();
    private @Nullable DispatchExecutor executor;
    private @Nullable Collection<DispatchMiddleware> inputPipeline = List.of();
    private @Nullable Collection<DispatchMiddleware> outputPipeline = List.of();
    private ForgeToolsFilter forgeToolsFilter = ForgeToolsFilter.ALL;
    private @Nullable EventSink forwardTo;
    private @Nullable Parking parking;

    private Builder(@Nullable TurnContext source, @Nullable RawDispatchContext raw) {
      this.source = source;
      this.raw = raw;
    }

    public Builder executor(DispatchExecutor executor) {
      this.executor = executor;
      return this;
    }

    /** Sets the middleware that runs before the executor in each iteration; copied. */
    public Builder inputPipeline(Collection<DispatchMiddleware> inputPipeline) {
      this.inputPipeline = CallbackSetters.copy(inputPipeline);
      return this;
    }

    /**
     * Sets the middleware that runs after the executor in each iteration that is not over by then;
     * copied.
     */
    public Builder outputPipeline(Collection<DispatchMiddleware> outputPipeline) {
      this.outputPipeline = CallbackSetters.copy(outputPipeline);
      return this;
    }

    /** Selects the offered reader tools of artifacts; all by default. */
    public Builder forgeToolsFilter(ForgeToolsFilter forgeToolsFilter) {
      this.forgeToolsFilter = forgeToolsFilter;
      return this;
    }

    /** Listens to {@code message}, {@code thought} or {@code toolCall} of this dispatch. */
    public <T> Builder hook(EventKey.Functional<T> key, EventListener<? super T> listener) {
      listeners.add(key, listener);
      return this;
    }

    /**
     * Listens to an observability event of this dispatch; {@code error} comes before {@code
     * dispatchEnd} here.
     */
    public <T> Builder observe(EventKey.Observability<T> key, EventListener<? super T> listener) {
      listeners.add(key, listener);
      return this;
    }

    /**
     * Passes every observability event except {@code error} and tool executions to the sink, after
     * the listeners.
     */
    public Builder forwardTo(EventSink forwardTo) {
      this.forwardTo = forwardTo;
      return this;
    }

    /** Marks the dispatch as the turn's own; null for a dispatch that blocks. */
    Builder parking(@Nullable Parking parking) {
      this.parking = parking;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_DISPATCH_INPUT}
     */
    public DispatchRequest build() {
      new Violations()
          .check(
              (source == null) != (raw == null),
              "$",
              "exclusive",
              "needs exactly one of a turn context and a raw dispatch context, and neither may be null")
          .check(
              source == null || source instanceof ContextSupport,
              "$.source",
              "type",
              "must be the context a TurnRunner handed out, was another implementation")
          .required(executor, "$.executor")
          .noNulls(inputPipeline, "$.inputPipeline")
          .noNulls(outputPipeline, "$.outputPipeline")
          .required(forgeToolsFilter, "$.forgeToolsFilter")
          .check(
              !listeners.hasNull(),
              "$.listeners",
              "required",
              "must not contain a null key or listener")
          .check(
              listeners.keys().stream()
                  .allMatch(key -> key instanceof EventKey.Observability || HOOKS.contains(key)),
              "$.hooks",
              "enum",
              "must be message, thought or toolCall; mutations are heard through RawDispatchContext.hook")
          .throwIfAny(AdkErrorCode.E_INVALID_LLM_DISPATCH_INPUT);
      return new DispatchRequest(this);
    }
  }
}
