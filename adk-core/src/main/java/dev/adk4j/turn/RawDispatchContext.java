package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Initial data of a standalone dispatch: its prompt, its records, and its own 27 callbacks, which
 * receive the dispatch's context. Immutable.
 *
 * @since 0.1.0
 */
public final class RawDispatchContext {

  private final ContextSeed seed;
  private final @Nullable AbortController controller;
  final @Nullable GateFunction waitFor;
  final StorageBindings callbacks;
  final EventBus hooks;

  private RawDispatchContext(Builder builder) {
    this.seed =
        ContextSeed.fresh(
            builder.scope,
            new AbortController(),
            Objects.requireNonNull(builder.systemPrompt),
            Objects.requireNonNull(builder.standingInstructions),
            Attributes.from(builder.stash),
            new ToolRegistry(Objects.requireNonNull(builder.tools)),
            SpoolStoreFactory.inMemory(),
            InstantSource.system(),
            Instrumentation.NONE);
    seed.messages().addAll(Objects.requireNonNull(builder.messages));
    seed.memories().addAll(Objects.requireNonNull(builder.memories));
    seed.retrievables().addAll(Objects.requireNonNull(builder.retrievables));
    seed.thoughts().addAll(Objects.requireNonNull(builder.thoughts));
    seed.toolCalls().addAll(Objects.requireNonNull(builder.toolCalls));
    this.controller = builder.controller;
    this.waitFor = builder.waitFor;
    this.callbacks = builder.callbacks.copy();
    this.hooks = builder.hooks.bus();
  }

  /** Returns a builder without records, tools and callbacks. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a new seed for each dispatch, with the given abort controller. */
  ContextSeed seed() {
    return seed.copy(controller == null ? new AbortController() : controller, seed.spoolStores());
  }

  /** Builds a {@link RawDispatchContext}; {@link #build()} reports all errors at once. */
  public static final class Builder extends CallbackSetters<Builder> {

    private static final Set<EventKey<?>> HOOKS =
        Set.of(
            TurnEvent.MESSAGE,
            TurnEvent.THOUGHT,
            TurnEvent.TOOL_CALL,
            TurnEvent.TOOL_EXECUTION_START,
            TurnEvent.TOOL_EXECUTION_END);

    private final DispatchListeners.Registrations hooks = new DispatchListeners.Registrations();
    private @Nullable Tokenizable systemPrompt;
    private @Nullable List<Tokenizable> standingInstructions = List.of();
    private Map<String, ?> stash = Map.of();
    private @Nullable AbortController controller;
    private Scope scope = Scope.DEFAULT;
    private @Nullable GateFunction waitFor;
    private @Nullable List<Message> messages = List.of();
    private @Nullable List<Memory> memories = List.of();
    private @Nullable List<Retrievable> retrievables = List.of();
    private @Nullable List<Thought> thoughts = List.of();
    private @Nullable List<ToolCall> toolCalls = List.of();
    private @Nullable List<Tool> tools = List.of();

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Sets the system prompt. Required; may be empty. */
    public Builder systemPrompt(String systemPrompt) {
      this.systemPrompt = systemPrompt == null ? null : Tokenizable.of(systemPrompt);
      return this;
    }

    /** Sets the system prompt. Required; kept as the same instance. */
    public Builder systemPrompt(Tokenizable systemPrompt) {
      this.systemPrompt = systemPrompt;
      return this;
    }

    public Builder standingInstructions(String... standingInstructions) {
      return standingInstructions(
          Arrays.stream(standingInstructions)
              .map(text -> text == null ? null : Tokenizable.of(text))
              .toList());
    }

    public Builder standingInstructions(Collection<Tokenizable> standingInstructions) {
      this.standingInstructions = copy(standingInstructions);
      return this;
    }

    /** Sets the stash, which {@link #build} copies deeply. */
    public Builder stash(Map<String, ?> stash) {
      this.stash = stash;
      return this;
    }

    /** Sets the controller that aborts the dispatch; a new one by default. */
    public Builder turnAbortController(AbortController controller) {
      this.controller = controller;
      return this;
    }

    public Builder scope(Scope scope) {
      this.scope = scope;
      return this;
    }

    /**
     * Sets the function that opens gates; without it {@code ctx.waitFor} fails with {@code
     * E_LLM_EXECUTION_GATE_NOT_SUPPORTED}.
     */
    public Builder waitFor(GateFunction waitFor) {
      this.waitFor = waitFor;
      return this;
    }

    public Builder messages(Collection<Message> messages) {
      this.messages = copy(messages);
      return this;
    }

    public Builder memories(Collection<Memory> memories) {
      this.memories = copy(memories);
      return this;
    }

    public Builder retrievables(Collection<Retrievable> retrievables) {
      this.retrievables = copy(retrievables);
      return this;
    }

    public Builder thoughts(Collection<Thought> thoughts) {
      this.thoughts = copy(thoughts);
      return this;
    }

    public Builder toolCalls(Collection<ToolCall> toolCalls) {
      this.toolCalls = copy(toolCalls);
      return this;
    }

    public Builder tools(Collection<Tool> tools) {
      this.tools = copy(tools);
      return this;
    }

    /**
     * Listens to functional events, tool executions, or, with the keys of {@link MutationHook}, to
     * writes.
     */
    public <T> Builder hook(EventKey<T> key, EventListener<? super T> listener) {
      hooks.add(key, listener);
      return this;
    }

    /**
     * @throws AdkException {@code E_INVALID_LLM_EXECUTION_CONTEXT}
     */
    public RawDispatchContext build() {
      Violations violations =
          new Violations()
              .required(systemPrompt, "$.systemPrompt")
              .required(stash, "$.stash")
              .required(scope, "$.scope")
              .noNulls(standingInstructions, "$.standingInstructions")
              .noNulls(messages, "$.messages")
              .noNulls(memories, "$.memories")
              .noNulls(retrievables, "$.retrievables")
              .noNulls(thoughts, "$.thoughts")
              .noNulls(toolCalls, "$.toolCalls")
              .noNulls(tools, "$.tools")
              .check(
                  !hooks.hasNull() && hooks.keys().stream().allMatch(Builder::isHook),
                  "$.hooks",
                  "enum",
                  "must be functional events, tool executions or mutations, and no listener may be null");
      callbacks.check(violations, CallbackKey::operation);
      violations.throwIfAny(AdkErrorCode.E_INVALID_LLM_EXECUTION_CONTEXT);
      try {
        return new RawDispatchContext(this);
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        throw new AdkException(
            AdkErrorCode.E_INVALID_LLM_EXECUTION_CONTEXT,
            "The raw dispatch context is not valid: " + e.getMessage(),
            e);
      }
    }

    private static boolean isHook(EventKey<?> key) {
      return HOOKS.contains(key) || MutationHook.isOne(key);
    }
  }

  /**
   * Opens the gates of a standalone dispatch; {@code new TurnGates(…)::waitFor} is an
   * implementation. Called from any thread of the dispatch.
   */
  @FunctionalInterface
  public interface GateFunction {

    /**
     * Blocks until a decision exists. Returns the value that the request's schema accepts, or
     * throws the error for the waiter.
     */
    @Nullable Object waitFor(GateRequest<?> request) throws Exception;
  }
}
