// Longer than others: it implements every method of a context.
package dev.adk4j.test;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Ids;
import dev.adk4j.value.RecordSet;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Turn context without a runner. Its sets are initially empty; its {@code fetch*}, {@code store*},
 * {@code mutate*} and {@code delete*} methods call a storage adapter. It {@linkplain #emitted()
 * records} emitted values, and a function answers gates. Thread-safe.
 *
 * @since 0.1.0
 */
public final class TestAgentContext implements TurnContext {

  private final String id = Ids.next();
  private final AbortController abort = new AbortController();
  private final RecordSet<Tokenizable> standingInstructions =
      RecordSet.ofValues(Tokenizable::value);
  private final Attributes stash = new Attributes();
  private final RecordSet<Message> messages = RecordSet.ofRecords(Message::id);
  private final RecordSet<Memory> memories = RecordSet.ofRecords(Memory::id);
  private final RecordSet<Retrievable> retrievables = RecordSet.ofRecords(Retrievable::id);
  private final RecordSet<Thought> thoughts = RecordSet.ofRecords(Thought::id);
  private final RecordSet<ToolCall> toolCalls = RecordSet.ofRecords(ToolCall::id);
  private final ToolRegistry tools = new ToolRegistry();
  private final ByteStore<SpoolReader> spoolStore = InMemoryByteStore.ofTexts();
  private final List<Object> emitted = new CopyOnWriteArrayList<>();

  private final Scope scope;
  private final Tokenizable systemPrompt;
  private volatile List<Message> input;
  private final StorageAdapter storage;
  private final InstantSource clock;
  private final GateAnswer gates;

  private TestAgentContext(Builder b) {
    this.scope = b.scope;
    this.systemPrompt = Tokenizable.of(b.systemPrompt);
    this.input = b.input;
    this.storage = b.storage;
    this.clock = b.clock;
    this.gates = b.gates;
  }

  /** Returns a builder with the default scope and a new in-memory storage. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns all emitted values, in order. */
  public List<Object> emitted() {
    return List.copyOf(emitted);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String turnId() {
    return id;
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public AbortSignal abortSignal() {
    return abort.signal();
  }

  @Override
  public boolean aborted() {
    return abort.signal().aborted();
  }

  @Override
  public void abort(@Nullable Object reason) {
    abort.abort(reason);
  }

  @Override
  public Tokenizable systemPrompt() {
    return systemPrompt;
  }

  @Override
  public List<Message> input() {
    return input;
  }

  @Override
  public void replaceInput(List<Message> input) {
    this.input = List.copyOf(input);
  }

  @Override
  public RecordSet<Tokenizable> standingInstructions() {
    return standingInstructions;
  }

  @Override
  public Attributes stash() {
    return stash;
  }

  @Override
  public RecordSet<Message> turnMessages() {
    return messages;
  }

  @Override
  public RecordSet<Memory> turnMemories() {
    return memories;
  }

  @Override
  public RecordSet<Retrievable> turnRetrievables() {
    return retrievables;
  }

  @Override
  public RecordSet<Thought> turnThoughts() {
    return thoughts;
  }

  @Override
  public RecordSet<ToolCall> turnToolCalls() {
    return toolCalls;
  }

  @Override
  public ToolRegistry tools() {
    return tools;
  }

  @Override
  public ByteStore<SpoolReader> spoolStore() {
    return spoolStore;
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Instrumentation instrumentation() {
    return Instrumentation.NONE;
  }

  @Override
  public List<Memory> fetchMemories() throws Exception {
    return storage.fetchMemories(this);
  }

  @Override
  public List<Message> fetchMessages() throws Exception {
    return storage.fetchMessages(this);
  }

  @Override
  public List<Thought> fetchThoughts() throws Exception {
    return storage.fetchThoughts(this);
  }

  @Override
  public List<ToolCall> fetchToolCalls() throws Exception {
    return storage.fetchToolCalls(this);
  }

  @Override
  public List<Tool> fetchTools() throws Exception {
    return storage.fetchTools(this);
  }

  @Override
  public List<Retrievable> fetchRetrievables() throws Exception {
    return storage.fetchRetrievables(this);
  }

  @Override
  public List<Tokenizable> refreshStandingInstructions() throws Exception {
    return storage.refreshStandingInstructions(this);
  }

  @Override
  public void storeMessage(Message message) throws Exception {
    storage.storeMessage(this, message);
  }

  @Override
  public void mutateMessage(Message message) throws Exception {
    storage.mutateMessage(this, message);
  }

  @Override
  public void deleteMessage(String messageId) throws Exception {
    storage.deleteMessage(this, messageId);
  }

  @Override
  public void storeMemory(Memory memory) throws Exception {
    storage.storeMemory(this, memory);
  }

  @Override
  public void mutateMemory(Memory memory) throws Exception {
    storage.mutateMemory(this, memory);
  }

  @Override
  public void deleteMemory(String memoryId) throws Exception {
    storage.deleteMemory(this, memoryId);
  }

  @Override
  public void storeThought(Thought thought) throws Exception {
    storage.storeThought(this, thought);
  }

  @Override
  public void mutateThought(Thought thought) throws Exception {
    storage.mutateThought(this, thought);
  }

  @Override
  public void deleteThought(String thoughtId) throws Exception {
    storage.deleteThought(this, thoughtId);
  }

  @Override
  public void storeToolCall(ToolCall toolCall) throws Exception {
    storage.storeToolCall(this, toolCall);
  }

  @Override
  public void mutateToolCall(ToolCall toolCall) throws Exception {
    storage.mutateToolCall(this, toolCall);
  }

  @Override
  public void deleteToolCall(String toolCallId) throws Exception {
    storage.deleteToolCall(this, toolCallId);
  }

  @Override
  public void storeRetrievable(Retrievable retrievable) throws Exception {
    storage.storeRetrievable(this, retrievable);
  }

  @Override
  public void mutateRetrievable(Retrievable retrievable) throws Exception {
    storage.mutateRetrievable(this, retrievable);
  }

  @Override
  public void deleteRetrievable(String retrievableId) throws Exception {
    storage.deleteRetrievable(this, retrievableId);
  }

  @Override
  public void storeStandingInstruction(Tokenizable instruction) throws Exception {
    storage.storeStandingInstruction(this, instruction);
  }

  @Override
  public void mutateStandingInstruction(Tokenizable instruction) throws Exception {
    storage.mutateStandingInstruction(this, instruction);
  }

  @Override
  public void deleteStandingInstruction(Tokenizable instruction) throws Exception {
    storage.deleteStandingInstruction(this, instruction);
  }

  @Override
  public void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) throws Exception {
    for (String gone : ids) {
      storage.deleteToolCall(this, gone);
    }
    for (ToolCall replacement : replacements) {
      storage.storeToolCall(this, replacement);
    }
    toolCalls.replaceGroup(ids, replacements);
  }

  @Override
  public MediaReader storeMediaBytes(String mediaId, ByteSource bytes) throws Exception {
    return storage.storeMediaBytes(this, mediaId, bytes);
  }

  @Override
  public SpoolReader storeRetrievableBytes(String retrievableId, ByteSource bytes)
      throws Exception {
    return storage.storeRetrievableBytes(this, retrievableId, bytes);
  }

  @Override
  public void emitMessage(TurnStreamableContent content) {
    emitted.add(content);
  }

  @Override
  public void emitThought(TurnStreamableContent content) {
    emitted.add(content);
  }

  @Override
  public void emitToolCall(TurnToolCallContent content) {
    emitted.add(content);
  }

  @Override
  public void emitToolExecutionStart(ToolExecutionStart event) {
    emitted.add(event);
  }

  @Override
  public void emitGuardDecision(GuardDecision event) {
    emitted.add(event);
  }

  @Override
  public void emitToolExecutionEnd(ToolExecutionEnd event) {
    emitted.add(event);
  }

  @Override
  @SuppressWarnings({
    "unchecked",
    "NullAway"
  }) // a gate without a schema accepts any value, including null
  public <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception {
    Object answer = gates.answer(request);
    GateSchema<T> schema = request.schema().orElse(null);
    return schema == null ? (T) answer : schema.validate(answer);
  }

  /** Answers gates instead of a person. */
  @FunctionalInterface
  public interface GateAnswer {

    /** Returns the value of the gate; throws an exception to reject it. */
    @Nullable Object answer(GateRequest<?> request) throws Exception;
  }

  /** Builds a {@link TestAgentContext}. */
  public static final class Builder {

    private Scope scope = Scope.DEFAULT;
    private String systemPrompt = "You are a test.";
    private List<Message> input = List.of();
    private StorageAdapter storage = new InMemoryStorageAdapter();
    private InstantSource clock = InstantSource.system();
    private GateAnswer gates =
        request -> {
          throw new AdkException(
              AdkErrorCode.E_LLM_EXECUTION_GATE_NOT_SUPPORTED,
              "This test context has no answers for gates; set gates(…) on its builder.");
        };

    private Builder() {}

    public Builder scope(Scope scope) {
      this.scope = scope;
      return this;
    }

    public Builder systemPrompt(String systemPrompt) {
      this.systemPrompt = systemPrompt;
      return this;
    }

    public Builder input(Message... input) {
      this.input = List.of(input);
      return this;
    }

    public Builder storage(StorageAdapter storage) {
      this.storage = storage;
      return this;
    }

    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    public Builder gates(GateAnswer gates) {
      this.gates = gates;
      return this;
    }

    public TestAgentContext build() {
      return new TestAgentContext(this);
    }
  }
}
