package dev.adk4j.dispatch;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.GenerationStatsEvent;
import dev.adk4j.event.ToolExecutionEnd;
import dev.adk4j.event.ToolExecutionStart;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.GateKeeper;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Operation;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The context of a dispatch, derived from a turn or standalone. */
final class DefaultDispatchContext extends ContextSupport implements DispatchContext {

  private final @Nullable ContextSupport parent;
  private final @Nullable GateFunction gates;
  private final DispatchListeners listeners;
  private final DispatchSignal signal = new DispatchSignal();
  private final WriteQueue queue = new WriteQueue();
  private final ToolCallCounts toolCallCounts;
  private final List<Consumer<GenerationStats>> statsHandlers = new CopyOnWriteArrayList<>();
  private volatile String dispatchId = "";
  private volatile int iteration;

  /** Takes everything from the parent. */
  DefaultDispatchContext(ContextSupport parent, DispatchListeners listeners) {
    super(ContextSeed.derived(parent), parent);
    this.parent = parent;
    this.gates = null;
    this.listeners = listeners;
    this.toolCallCounts = new ToolCallCounts(turnToolCalls());
  }

  /** Stands alone. */
  DefaultDispatchContext(RawDispatchContext raw, DispatchListeners listeners) {
    super(raw.seed(), raw.callbacks());
    this.parent = null;
    this.gates = raw.gates();
    this.listeners = listeners;
    this.toolCallCounts = new ToolCallCounts(turnToolCalls());
  }

  @Override
  public String turnId() {
    return parent == null ? id() : parent.turnId();
  }

  @Override
  public String dispatchId() {
    return dispatchId;
  }

  @Override
  public int iteration() {
    return iteration;
  }

  /**
   * Its parent's abort counts from the moment it happened: whoever aborts that may still be telling
   * others before this one's signal, while a gate it closed is already heard of here.
   */
  @Override
  public boolean aborted() {
    return super.aborted() || (parent != null && parent.aborted());
  }

  @Override
  public boolean isSignalled() {
    return signal.isSignalled();
  }

  @Override
  public boolean isAcked() {
    return signal.isAcked();
  }

  @Override
  public @Nullable Throwable nackError() {
    return signal.nackError();
  }

  @Override
  public void ack() {
    signal.ack();
  }

  @Override
  public void nack() {
    signal.nack(null);
  }

  @Override
  public void nack(@Nullable Throwable error) {
    signal.nack(error);
  }

  @Override
  public Subscription onAck(Runnable handler) {
    return signal.onAck(handler);
  }

  @Override
  public Subscription onGenerationStats(Consumer<GenerationStats> handler) {
    Consumer<GenerationStats> added = handler::accept;
    statsHandlers.add(added);
    return () -> statsHandlers.remove(added);
  }

  @Override
  public void reportGenerationStats(GenerationStats stats) {
    Objects.requireNonNull(stats, "stats");
    statsHandlers.forEach(handler -> handler.accept(stats));
    listeners.observe(
        TurnEvent.GENERATION_STATS,
        new GenerationStatsEvent(turnId(), dispatchId, iteration, clock().instant(), stats));
  }

  @Override
  public int toolCallCount(String checksum) {
    return toolCallCounts.of(checksum);
  }

  @Override
  protected void write(CallbackKey key, Object value) {
    Objects.requireNonNull(value, () -> key.operation() + " was given null");
    enqueue(new Write.Single(key, value), () -> applyHere(key, value));
  }

  @Override
  public void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) {
    Write.Group group = new Write.Group(List.copyOf(ids), List.copyOf(replacements));
    enqueue(
        group,
        () -> {
          SetRules.checkGroup(this, group.ids(), group.replacements());
          turnToolCalls().replaceGroup(group.ids(), group.replacements());
          toolCallCounts.recount(turnToolCalls());
        });
  }

  private void enqueue(Write write, Runnable localEffect) {
    if (!queue.add(write, localEffect)) {
      Sneaky.run(() -> flush(List.of(write)));
    }
  }

  private void applyHere(CallbackKey key, Object value) {
    SetRules.checkCollision(this, key, value);
    switch (key) {
      case STORE_TOOL_CALL -> {
        turnToolCalls().add((ToolCall) value);
        toolCallCounts.add((ToolCall) value);
      }
      case MUTATE_TOOL_CALL -> {
        turnToolCalls().replaceById((ToolCall) value).forEach(toolCallCounts::remove);
        toolCallCounts.add((ToolCall) value);
      }
      case DELETE_TOOL_CALL ->
          turnToolCalls().removeFirstById((String) value).ifPresent(toolCallCounts::remove);
      default -> SetRules.apply(this, key, value);
    }
  }

  /** Persists, then mirrors into the parent and tells the hooks what was persisted. */
  void flush(List<Write> writes) throws Exception {
    Flush.run(storage(), writes, this::persisted);
  }

  private void persisted(Write write) {
    if (parent != null) {
      SetRules.mirror(parent, write);
    }
    switch (write) {
      case Write.Single(CallbackKey key, Object value) -> hook(MutationHook.of(key), value);
      case Write.Group(List<String> ids, List<ToolCall> replacements) -> {
        ids.forEach(id -> hook(MutationHook.DELETED_TOOL_CALL, id));
        replacements.forEach(call -> hook(MutationHook.STORED_TOOL_CALL, call));
      }
    }
  }

  @SuppressWarnings("unchecked")
  private <T> void hook(EventKey<T> key, Object value) {
    listeners.emit(key, (T) value);
  }

  @Override
  public void emitMessage(TurnStreamableContent content) {
    TurnStreamableContent own = content.turnId() == null ? content.withTurnId(turnId()) : content;
    listeners.emit(TurnEvent.MESSAGE, own);
    if (parent != null) {
      parent.emitMessage(own);
    }
  }

  @Override
  public void emitThought(TurnStreamableContent content) {
    TurnStreamableContent own = content.turnId() == null ? content.withTurnId(turnId()) : content;
    listeners.emit(TurnEvent.THOUGHT, own);
    if (parent != null) {
      parent.emitThought(own);
    }
  }

  @Override
  public void emitToolCall(TurnToolCallContent content) {
    TurnToolCallContent own = content.turnId() == null ? content.withTurnId(turnId()) : content;
    listeners.emit(TurnEvent.TOOL_CALL, own);
    if (parent != null) {
      parent.emitToolCall(own);
    }
  }

  @Override
  public void emitToolExecutionStart(ToolExecutionStart event) {
    listeners.emit(TurnEvent.TOOL_EXECUTION_START, event);
    if (parent != null) {
      parent.emitToolExecutionStart(event);
    }
  }

  @Override
  public void emitToolExecutionEnd(ToolExecutionEnd event) {
    listeners.emit(TurnEvent.TOOL_EXECUTION_END, event);
    if (parent != null) {
      parent.emitToolExecutionEnd(event);
    }
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // null only where the request's type allows it
  public <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception {
    if (parent != null) {
      return parent.waitFor(request);
    }
    GateFunction open = gates;
    if (open == null) {
      throw new AdkException(
          AdkErrorCode.E_LLM_EXECUTION_GATE_NOT_SUPPORTED,
          "This standalone dispatch cannot open gates: its raw context was given no waitFor function.");
    }
    GateRequest<T> checked = GateKeeper.checked(request);
    return instrumentation()
        .around(new Operation.GateWait(this, checked), () -> (T) open.waitFor(checked));
  }

  DispatchListeners listeners() {
    return listeners;
  }

  WriteQueue queue() {
    return queue;
  }

  void begin(String dispatchId) {
    this.dispatchId = dispatchId;
    queue.open();
  }

  void iteration(int iteration) {
    this.iteration = iteration;
  }

  @Nullable ContextSupport parent() {
    return parent;
  }
}
