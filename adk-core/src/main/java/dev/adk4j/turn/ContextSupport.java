package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext.OutputFilter.Kind;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
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
import dev.adk4j.value.Ids;
import dev.adk4j.value.RecordSet;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Implements the parts that the contexts of a turn and a dispatch share. The 18 methods that write
 * end in {@link #write}, which may throw checked exceptions without declaring them.
 */
abstract class ContextSupport implements AgentContext {

  private final String id;
  private final ContextSeed seed;
  final BoundStorage storage;

  /** In which events of the turn, or of a dispatch without one, may be emitted. */
  final EventWindow window;

  private final Mutex mutex = new Mutex();
  private volatile @Nullable ByteStore<SpoolReader> spoolStore;

  /** Creates a context that is itself passed to its callbacks. */
  ContextSupport(String id, ContextSeed seed, StorageBindings callbacks) {
    this.id = id;
    this.seed = seed;
    this.storage = new BoundStorage(this, callbacks);
    this.window = new EventWindow();
  }

  /** Creates a context with copies of the parent's Sets; its callbacks receive the parent. */
  ContextSupport(ContextSupport parent) {
    this.id = Ids.next();
    this.seed = parent.seed.copy(new AbortController(), scope -> parent.spoolStore());
    this.storage = parent.storage;
    this.window = parent.window;
  }

  /** Performs or queues one write; {@code value} is a record, an id, or a standing instruction. */
  abstract void write(CallbackKey key, Object value);

  /** Work without a result. */
  interface Work {
    void run() throws Exception;
  }

  /** Runs the work inside the instrumentation. */
  final void around(Operation operation, Work work) throws Exception {
    instrumentation()
        .around(
            operation,
            () -> {
              work.run();
              return null;
            });
  }

  /**
   * Passes the event to the listeners. The caller has checked before that it may still be emitted.
   */
  abstract <T> void tell(EventKey<T> key, T event);

  private <T> void emit(EventKey<T> key, T event) {
    Objects.requireNonNull(event, key.name());
    window.run(() -> tell(key, event));
  }

  private void emit(EventKey<TurnStreamableContent> key, Kind kind, TurnStreamableContent content) {
    TurnStreamableContent told = filtered(kind, Objects.requireNonNull(content, key.name()));
    if (told != null) {
      emit(key, told.turnId() == null ? told.withTurnId(turnId()) : told);
    }
  }

  /** Returns the part of the content that may be emitted; null if nothing may be emitted yet. */
  @Nullable TurnStreamableContent filtered(Kind kind, TurnStreamableContent content) {
    return content;
  }

  @Override
  public final void emitMessage(TurnStreamableContent content) {
    emit(TurnEvent.MESSAGE, Kind.MESSAGE, content);
  }

  @Override
  public final void emitThought(TurnStreamableContent content) {
    emit(TurnEvent.THOUGHT, Kind.THOUGHT, content);
  }

  @Override
  public final void emitToolCall(TurnToolCallContent content) {
    Objects.requireNonNull(content, TurnEvent.TOOL_CALL.name());
    emit(TurnEvent.TOOL_CALL, content.turnId() == null ? content.withTurnId(turnId()) : content);
  }

  @Override
  public final void emitToolExecutionStart(ToolExecutionStart event) {
    emit(TurnEvent.TOOL_EXECUTION_START, event);
  }

  @Override
  public final void emitToolExecutionEnd(ToolExecutionEnd event) {
    emit(TurnEvent.TOOL_EXECUTION_END, event);
  }

  @Override
  public final void emitGuardDecision(GuardDecision event) {
    emit(TurnEvent.GUARD_DECISION, event);
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final Scope scope() {
    return seed.scope();
  }

  @Override
  public final AbortSignal abortSignal() {
    return seed.controller().signal();
  }

  @Override
  public boolean aborted() {
    return seed.controller().signal().aborted();
  }

  @Override
  public final void abort(@Nullable Object reason) {
    seed.controller().abort(reason);
  }

  /** Aborts this context when the other signal is aborted. */
  final Subscription follow(AbortSignal other) {
    return seed.controller().follow(other);
  }

  @Override
  public Tokenizable systemPrompt() {
    return seed.systemPrompt();
  }

  @Override
  public RecordSet<Tokenizable> standingInstructions() {
    return seed.standingInstructions();
  }

  @Override
  public Attributes stash() {
    return seed.stash();
  }

  @Override
  public RecordSet<Message> turnMessages() {
    return seed.messages();
  }

  @Override
  public RecordSet<Memory> turnMemories() {
    return seed.memories();
  }

  @Override
  public RecordSet<Retrievable> turnRetrievables() {
    return seed.retrievables();
  }

  @Override
  public RecordSet<Thought> turnThoughts() {
    return seed.thoughts();
  }

  @Override
  public RecordSet<ToolCall> turnToolCalls() {
    return seed.toolCalls();
  }

  @Override
  public ToolRegistry tools() {
    return seed.tools();
  }

  @Override
  public ByteStore<SpoolReader> spoolStore() {
    ByteStore<SpoolReader> known = spoolStore;
    return known == null ? mutex.get(this::openSpoolStore) : known;
  }

  private ByteStore<SpoolReader> openSpoolStore() {
    ByteStore<SpoolReader> known = spoolStore;
    if (known == null) {
      known =
          Objects.requireNonNull(
              seed.spoolStores().forScope(scope()), "the SpoolStoreFactory returned null");
      spoolStore = known;
    }
    return known;
  }

  @Override
  public InstantSource clock() {
    return seed.clock();
  }

  @Override
  public Instrumentation instrumentation() {
    return seed.instrumentation();
  }

  @Override
  public List<Memory> fetchMemories() throws Exception {
    return storage.fetch(CallbackKey.FETCH_MEMORIES);
  }

  @Override
  public List<Message> fetchMessages() throws Exception {
    return storage.fetch(CallbackKey.FETCH_MESSAGES);
  }

  @Override
  public List<Thought> fetchThoughts() throws Exception {
    return storage.fetch(CallbackKey.FETCH_THOUGHTS);
  }

  @Override
  public List<ToolCall> fetchToolCalls() throws Exception {
    return storage.fetch(CallbackKey.FETCH_TOOL_CALLS);
  }

  @Override
  public List<Tool> fetchTools() throws Exception {
    return storage.fetch(CallbackKey.FETCH_TOOLS);
  }

  @Override
  public List<Retrievable> fetchRetrievables() throws Exception {
    return storage.fetch(CallbackKey.FETCH_RETRIEVABLES);
  }

  @Override
  public List<Tokenizable> refreshStandingInstructions() throws Exception {
    return storage.fetch(CallbackKey.REFRESH_STANDING_INSTRUCTIONS);
  }

  @Override
  public MediaReader storeMediaBytes(String id, ByteSource bytes) throws Exception {
    return storage.storeMediaBytes(
        Objects.requireNonNull(id, "id"), Objects.requireNonNull(bytes, "bytes"));
  }

  @Override
  public SpoolReader storeRetrievableBytes(String id, ByteSource bytes) throws Exception {
    return storage.storeRetrievableBytes(
        Objects.requireNonNull(id, "id"), Objects.requireNonNull(bytes, "bytes"));
  }

  // Implements methods that TurnContext and DispatchContext declare, each with its own meaning.

  public void storeMessage(Message message) {
    write(CallbackKey.STORE_MESSAGE, message);
  }

  public void mutateMessage(Message message) {
    write(CallbackKey.MUTATE_MESSAGE, message);
  }

  public void deleteMessage(String id) {
    write(CallbackKey.DELETE_MESSAGE, id);
  }

  public void storeMemory(Memory memory) {
    write(CallbackKey.STORE_MEMORY, memory);
  }

  public void mutateMemory(Memory memory) {
    write(CallbackKey.MUTATE_MEMORY, memory);
  }

  public void deleteMemory(String id) {
    write(CallbackKey.DELETE_MEMORY, id);
  }

  public void storeThought(Thought thought) {
    write(CallbackKey.STORE_THOUGHT, thought);
  }

  public void mutateThought(Thought thought) {
    write(CallbackKey.MUTATE_THOUGHT, thought);
  }

  public void deleteThought(String id) {
    write(CallbackKey.DELETE_THOUGHT, id);
  }

  public void storeToolCall(ToolCall toolCall) {
    write(CallbackKey.STORE_TOOL_CALL, toolCall);
  }

  public void mutateToolCall(ToolCall toolCall) {
    write(CallbackKey.MUTATE_TOOL_CALL, toolCall);
  }

  public void deleteToolCall(String id) {
    write(CallbackKey.DELETE_TOOL_CALL, id);
  }

  public void storeRetrievable(Retrievable retrievable) {
    write(CallbackKey.STORE_RETRIEVABLE, retrievable);
  }

  public void mutateRetrievable(Retrievable retrievable) {
    write(CallbackKey.MUTATE_RETRIEVABLE, retrievable);
  }

  public void deleteRetrievable(String id) {
    write(CallbackKey.DELETE_RETRIEVABLE, id);
  }

  public void storeStandingInstruction(Tokenizable instruction) {
    write(CallbackKey.STORE_STANDING_INSTRUCTION, instruction);
  }

  public void mutateStandingInstruction(Tokenizable instruction) {
    write(CallbackKey.MUTATE_STANDING_INSTRUCTION, instruction);
  }

  public void deleteStandingInstruction(Tokenizable instruction) {
    write(CallbackKey.DELETE_STANDING_INSTRUCTION, instruction);
  }
}
