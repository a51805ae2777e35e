package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.bytes.InMemorySpoolStore;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.error.Violations;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.internal.SafeClock;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Registry;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a standalone dispatch starts from: its prompt, the records it is to see, and its own 27
 * callbacks, which are given the dispatch's context. Immutable.
 */
public final class RawDispatchContext {

  private final Tokenizable systemPrompt;
  private final List<Tokenizable> standingInstructions;
  private final Registry stash;
  private final @Nullable AbortController controller;
  private final Scope scope;
  private final @Nullable GateFunction waitFor;
  private final SpoolStoreFactory spoolStores;
  private final InstantSource clock;
  private final Instrumentation instrumentation;
  private final List<Message> messages;
  private final List<Memory> memories;
  private final List<Retrievable> retrievables;
  private final List<Thought> thoughts;
  private final List<ToolCall> toolCalls;
  private final List<Tool> tools;
  private final StorageBindings callbacks;
  private final @Nullable EventBus hooks;

  private RawDispatchContext(Builder builder) {
    this.systemPrompt = Objects.requireNonNull(builder.systemPrompt);
    this.standingInstructions = Objects.requireNonNull(builder.standingInstructions);
    this.stash = Registry.from(builder.stash);
    this.controller = builder.controller;
    this.scope = builder.scope;
    this.waitFor = builder.waitFor;
    this.spoolStores = builder.spoolStores;
    this.clock = SafeClock.of(builder.clock);
    this.instrumentation = Instrumentation.checked(builder.instrumentation);
    this.messages = Objects.requireNonNull(builder.messages);
    this.memories = Objects.requireNonNull(builder.memories);
    this.retrievables = Objects.requireNonNull(builder.retrievables);
    this.thoughts = Objects.requireNonNull(builder.thoughts);
    this.toolCalls = Objects.requireNonNull(builder.toolCalls);
    this.tools = Objects.requireNonNull(builder.tools);
    this.callbacks = builder.callbacks.copy();
    this.hooks = builder.hooks.bus();
  }

  public static Builder builder() {
    return new Builder();
  }

  StorageBindings callbacks() {
    return callbacks;
  }

  @Nullable EventBus hooks() {
    return hooks;
  }

  @Nullable GateFunction gates() {
    return waitFor;
  }

  /** A new one for each dispatch; the abort controller is the given one. */
  ContextSeed seed() {
    ContextSeed seed =
        ContextSeed.fresh(
            scope,
            controller == null ? new AbortController() : controller,
            systemPrompt,
            standingInstructions,
            stash.copy(),
            new ToolRegistry(tools),
            spoolStores,
            clock,
            instrumentation);
    seed.messages().addAll(messages);
    seed.memories().addAll(memories);
    seed.retrievables().addAll(retrievables);
    seed.thoughts().addAll(thoughts);
    seed.toolCalls().addAll(toolCalls);
    return seed;
  }

  /** Builds a {@link RawDispatchContext}; {@link #build()} reports all that is wrong at once. */
  public static final class Builder {

    private static final Set<EventKey<?>> HOOKS =
        Set.of(
            TurnEvent.MESSAGE,
            TurnEvent.THOUGHT,
            TurnEvent.TOOL_CALL,
            TurnEvent.TOOL_EXECUTION_START,
            TurnEvent.TOOL_EXECUTION_END);

    private StorageBindings callbacks = new StorageBindings();
    private final DispatchListeners.Registrations hooks = new DispatchListeners.Registrations();
    private @Nullable Tokenizable systemPrompt;
    private @Nullable List<Tokenizable> standingInstructions = List.of();
    private Map<String, ?> stash = Map.of();
    private @Nullable AbortController controller;
    private Scope scope = Scope.DEFAULT;
    private @Nullable GateFunction waitFor;
    private SpoolStoreFactory spoolStores = any -> new InMemorySpoolStore();
    private InstantSource clock = InstantSource.system();
    private Instrumentation instrumentation = Instrumentation.NONE;
    private @Nullable List<Message> messages = List.of();
    private @Nullable List<Memory> memories = List.of();
    private @Nullable List<Retrievable> retrievables = List.of();
    private @Nullable List<Thought> thoughts = List.of();
    private @Nullable List<ToolCall> toolCalls = List.of();
    private @Nullable List<Tool> tools = List.of();

    private Builder() {}

    /** Required; may be empty. */
    public Builder systemPrompt(String systemPrompt) {
      this.systemPrompt = systemPrompt == null ? null : Tokenizable.of(systemPrompt);
      return this;
    }

    /** Required; kept as the same instance. */
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
      this.standingInstructions =
          standingInstructions == null ? null : new ArrayList<>(standingInstructions);
      return this;
    }

    /** Deep-copied by {@link #build}. */
    public Builder stash(Map<String, ?> stash) {
      this.stash = stash;
      return this;
    }

    /** Aborts the dispatch; a new one by default. */
    public Builder turnAbortController(AbortController controller) {
      this.controller = controller;
      return this;
    }

    public Builder scope(Scope scope) {
      this.scope = scope;
      return this;
    }

    /** Without it {@code ctx.waitFor} fails with {@code E_LLM_EXECUTION_GATE_NOT_SUPPORTED}. */
    public Builder waitFor(GateFunction waitFor) {
      this.waitFor = waitFor;
      return this;
    }

    /** In memory, for each dispatch anew, by default. */
    public Builder spoolStores(SpoolStoreFactory spoolStores) {
      this.spoolStores = spoolStores;
      return this;
    }

    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    public Builder instrumentation(Instrumentation instrumentation) {
      this.instrumentation = instrumentation;
      return this;
    }

    public Builder messages(Collection<Message> messages) {
      this.messages = messages == null ? null : new ArrayList<>(messages);
      return this;
    }

    public Builder memories(Collection<Memory> memories) {
      this.memories = memories == null ? null : new ArrayList<>(memories);
      return this;
    }

    public Builder retrievables(Collection<Retrievable> retrievables) {
      this.retrievables = retrievables == null ? null : new ArrayList<>(retrievables);
      return this;
    }

    public Builder thoughts(Collection<Thought> thoughts) {
      this.thoughts = thoughts == null ? null : new ArrayList<>(thoughts);
      return this;
    }

    public Builder toolCalls(Collection<ToolCall> toolCalls) {
      this.toolCalls = toolCalls == null ? null : new ArrayList<>(toolCalls);
      return this;
    }

    public Builder tools(Collection<Tool> tools) {
      this.tools = tools == null ? null : new ArrayList<>(tools);
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

    /** All 27 callbacks. */
    public Builder storage(StorageAdapter storage) {
      callbacks.bindAll(storage);
      return this;
    }

    /** All callbacks but {@code fetchTools}. */
    public Builder persistentStorage(PersistentStorage storage) {
      callbacks.bindAll(storage);
      return this;
    }

    public Builder toolCallGroupReplacer(@Nullable ToolCallGroupReplacer replacer) {
      callbacks.bindToolCallGroupReplacer(replacer);
      return this;
    }

    /**
     * Binds one callback; null unbinds it.
     *
     * @param type the callback's interface, such as {@code StoreMessageCallback.class}
     * @throws IllegalArgumentException where that is none of the 27
     */
    public <T> Builder callback(Class<T> type, @Nullable T callback) {
      callbacks.bind(CallbackKey.of(type), callback);
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
              .required(spoolStores, "$.spoolStores")
              .required(clock, "$.clock")
              .required(instrumentation, "$.instrumentation")
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
        RawDispatchContext built = new RawDispatchContext(this);
        built.seed();
        return built;
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
}
