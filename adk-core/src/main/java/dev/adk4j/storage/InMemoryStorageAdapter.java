package dev.adk4j.storage;

import dev.adk4j.bytes.ConduitBytes;
import dev.adk4j.bytes.InMemoryMediaStore;
import dev.adk4j.bytes.InMemorySpoolStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers all 27 callbacks from memory and keeps every rule of storage: the adapter to read before
 * writing one, and to test agents with. What it holds is gone with the process.
 *
 * <p><b>Owners.</b> Messages, thoughts, tool calls, retrievables and bytes belong to the scope's
 * tenant and conversation; memories and standing instructions to its tenant and subject. A part of
 * the scope that a call needs and lacks is {@code E_STORAGE_SCOPE_MISSING}, before anything is read
 * or changed. Another owner's ids do not exist here.
 *
 * <p><b>Order.</b> Fetches return records in the order they were first stored; a mutated one keeps
 * its place. Messages, thoughts and tool calls of a conversation share one gap-free {@linkplain
 * #log numbering}.
 *
 * <p><b>Ids.</b> Storing an equal record again changes nothing, a different one under the same id
 * is {@code E_STORAGE_CONFLICT}; mutating an unknown id stores it; deleting one changes nothing. A
 * standing instruction's text is its id.
 *
 * <p><b>Threads.</b> Safe for concurrent use. A {@linkplain #unitOfWork() unit of work} is taken
 * back as a whole when it fails; while it runs, other threads wait, readers among them, so nobody
 * sees a half of it. Its writes must stay on its thread.
 *
 * <p>What is stored and what is fetched are copies: {@link Tokenizable#set} or a change of a
 * media's stash does not reach what is stored, and a dynamic text is stored as its value without a
 * context. Readers are kept as the instances they are.
 */
public final class InMemoryStorageAdapter implements StorageAdapter, ToolCallGroupReplacer {

  private final List<Tool> tools;
  private final FetchLimits limits;

  private final Mutex mutex = new Mutex();
  private final UndoLog undo = new UndoLog();
  private final StorageUnitOfWork unitOfWork = new Unit();
  private final Map<Scope, ConversationRows> conversations = new HashMap<>();
  private final Map<Scope, SubjectRows> subjects = new HashMap<>();
  private final Map<String, List<String>> tenantInstructions = new HashMap<>();

  // Bytes come from streams: never drained under the lock.
  private final Map<Scope, InMemoryMediaStore> mediaBytes = new ConcurrentHashMap<>();
  private final Map<Scope, InMemorySpoolStore> retrievableBytes = new ConcurrentHashMap<>();

  /** Offers no tools and fetches all records. */
  public InMemoryStorageAdapter() {
    this(List.of());
  }

  /** Offers these tools to every turn and fetches all records. */
  public InMemoryStorageAdapter(Collection<Tool> tools) {
    this(tools, FetchLimits.NONE);
  }

  /** Offers these tools to every turn and fetches the newest records of each kind. */
  public InMemoryStorageAdapter(Collection<Tool> tools, FetchLimits limits) {
    this.tools = List.copyOf(tools);
    this.limits = limits;
  }

  @Override
  public StorageUnitOfWork unitOfWork() {
    return unitOfWork;
  }

  @Override
  public List<Message> fetchMessages(AgentContext ctx) {
    return mutex.get(() -> messages(ctx).newest(limits.messages()));
  }

  @Override
  public void storeMessage(AgentContext ctx, Message message) {
    Message copy = Copies.of(message);
    mutex.run(() -> messages(ctx).store(copy, undo));
  }

  @Override
  public void mutateMessage(AgentContext ctx, Message message) {
    Message copy = Copies.of(message);
    mutex.run(() -> messages(ctx).mutate(copy, undo));
  }

  @Override
  public void deleteMessage(AgentContext ctx, String id) {
    mutex.run(() -> messages(ctx).delete(id, undo));
  }

  @Override
  public List<Thought> fetchThoughts(AgentContext ctx) {
    return mutex.get(() -> thoughts(ctx).newest(limits.thoughts()));
  }

  @Override
  public void storeThought(AgentContext ctx, Thought thought) {
    Thought copy = Copies.of(thought);
    mutex.run(() -> thoughts(ctx).store(copy, undo));
  }

  @Override
  public void mutateThought(AgentContext ctx, Thought thought) {
    Thought copy = Copies.of(thought);
    mutex.run(() -> thoughts(ctx).mutate(copy, undo));
  }

  @Override
  public void deleteThought(AgentContext ctx, String id) {
    mutex.run(() -> thoughts(ctx).delete(id, undo));
  }

  @Override
  public List<ToolCall> fetchToolCalls(AgentContext ctx) {
    return mutex.get(() -> toolCalls(ctx).newest(limits.toolCalls()));
  }

  @Override
  public void storeToolCall(AgentContext ctx, ToolCall toolCall) {
    ToolCall copy = Copies.of(toolCall);
    mutex.run(() -> toolCalls(ctx).store(copy, undo));
  }

  @Override
  public void mutateToolCall(AgentContext ctx, ToolCall toolCall) {
    ToolCall copy = Copies.of(toolCall);
    mutex.run(() -> toolCalls(ctx).mutate(copy, undo));
  }

  @Override
  public void deleteToolCall(AgentContext ctx, String id) {
    mutex.run(() -> toolCalls(ctx).delete(id, undo));
  }

  /**
   * The replacements take the places of what they replace, first to first; what exceeds them comes
   * last.
   */
  @Override
  public void replaceToolCallGroup(AgentContext ctx, List<String> ids, List<ToolCall> replacements)
      throws Exception {
    List<ToolCall> copies = replacements.stream().map(Copies::of).toList();
    unitOfWork.execute(ctx, () -> toolCalls(ctx).replace(ids, copies, undo));
  }

  @Override
  public List<Retrievable> fetchRetrievables(AgentContext ctx) {
    return mutex.get(() -> retrievables(ctx).newest(limits.retrievables()));
  }

  @Override
  public void storeRetrievable(AgentContext ctx, Retrievable retrievable) {
    Retrievable copy = Copies.of(retrievable);
    mutex.run(() -> retrievables(ctx).store(copy, undo));
  }

  @Override
  public void mutateRetrievable(AgentContext ctx, Retrievable retrievable) {
    Retrievable copy = Copies.of(retrievable);
    mutex.run(() -> retrievables(ctx).mutate(copy, undo));
  }

  @Override
  public void deleteRetrievable(AgentContext ctx, String id) {
    mutex.run(() -> retrievables(ctx).delete(id, undo));
  }

  @Override
  public List<Memory> fetchMemories(AgentContext ctx) {
    return mutex.get(() -> memories(ctx).newest(limits.memories()));
  }

  @Override
  public void storeMemory(AgentContext ctx, Memory memory) {
    Memory copy = Copies.of(memory);
    mutex.run(() -> memories(ctx).store(copy, undo));
  }

  @Override
  public void mutateMemory(AgentContext ctx, Memory memory) {
    Memory copy = Copies.of(memory);
    mutex.run(() -> memories(ctx).mutate(copy, undo));
  }

  @Override
  public void deleteMemory(AgentContext ctx, String id) {
    mutex.run(() -> memories(ctx).delete(id, undo));
  }

  /**
   * The tenant's instructions, then the subject's; the tenant's alone where the scope has no
   * subject.
   */
  @Override
  public List<Tokenizable> refreshStandingInstructions(AgentContext ctx) {
    Scope scope = ctx.scope();
    return mutex.get(
        () -> {
          List<Tokenizable> all = new ArrayList<>();
          tenantInstructions
              .getOrDefault(scope.tenant(), List.of())
              .forEach(text -> all.add(Tokenizable.of(text)));
          if (scope.subject() != null) {
            all.addAll(standingInstructions(ctx).newest(Integer.MAX_VALUE));
          }
          return all;
        });
  }

  @Override
  public void storeStandingInstruction(AgentContext ctx, Tokenizable instruction) {
    Tokenizable copy = Copies.of(instruction);
    mutex.run(() -> standingInstructions(ctx).store(copy, undo));
  }

  @Override
  public void mutateStandingInstruction(AgentContext ctx, Tokenizable instruction) {
    Tokenizable copy = Copies.of(instruction);
    mutex.run(() -> standingInstructions(ctx).mutate(copy, undo));
  }

  @Override
  public void deleteStandingInstruction(AgentContext ctx, Tokenizable instruction) {
    String text = instruction.value();
    mutex.run(() -> standingInstructions(ctx).delete(text, undo));
  }

  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ConduitBytes bytes)
      throws IOException {
    return mediaBytes
        .computeIfAbsent(conversationOf(ctx), s -> new InMemoryMediaStore())
        .write(id, bytes);
  }

  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ConduitBytes bytes)
      throws IOException {
    return retrievableBytes
        .computeIfAbsent(conversationOf(ctx), s -> new InMemorySpoolStore())
        .write(id, bytes);
  }

  @Override
  public List<Tool> fetchTools(AgentContext ctx) {
    return tools;
  }

  /** Sets what every subject of a tenant is told before its own instructions; a turn cannot. */
  public void setTenantStandingInstructions(String tenant, List<Tokenizable> instructions) {
    List<String> texts = instructions.stream().map(Tokenizable::value).distinct().toList();
    mutex.run(
        () -> {
          tenantInstructions.put(tenant, texts);
        });
  }

  /**
   * What a conversation holds, in the order it was stored across kinds; the scope must name a
   * conversation.
   */
  public List<StoredRow> log(Scope scope) {
    String conversation = scope.requireConversation();
    return mutex.get(
        () -> {
          ConversationRows rows = conversations.get(Scope.of(scope.tenant(), null, conversation));
          return rows == null ? List.of() : rows.log();
        });
  }

  /** Forgets everything but the tools. */
  public void clear() {
    mutex.run(
        () -> {
          conversations.clear();
          subjects.clear();
          tenantInstructions.clear();
          mediaBytes.clear();
          retrievableBytes.clear();
        });
  }

  private Table<Message> messages(AgentContext ctx) {
    return conversation(ctx).messages;
  }

  private Table<Thought> thoughts(AgentContext ctx) {
    return conversation(ctx).thoughts;
  }

  private Table<ToolCall> toolCalls(AgentContext ctx) {
    return conversation(ctx).toolCalls;
  }

  private Table<Retrievable> retrievables(AgentContext ctx) {
    return conversation(ctx).retrievables;
  }

  private Table<Memory> memories(AgentContext ctx) {
    return subject(ctx).memories;
  }

  private Table<Tokenizable> standingInstructions(AgentContext ctx) {
    return subject(ctx).standingInstructions;
  }

  private ConversationRows conversation(AgentContext ctx) {
    return conversations.computeIfAbsent(conversationOf(ctx), s -> new ConversationRows());
  }

  private SubjectRows subject(AgentContext ctx) {
    Scope scope = ctx.scope();
    Scope owner = Scope.of(scope.tenant(), scope.requireSubject(), null);
    return subjects.computeIfAbsent(owner, s -> new SubjectRows());
  }

  private static Scope conversationOf(AgentContext ctx) {
    Scope scope = ctx.scope();
    return Scope.of(scope.tenant(), null, scope.requireConversation());
  }

  private final class Unit implements StorageUnitOfWork {

    @Override
    public void execute(AgentContext ctx, Writes writes) throws Exception {
      List<Runnable> committed;
      mutex.lock().lock();
      try {
        int start = undo.begin();
        boolean done = false;
        try {
          writes.run();
          done = true;
        } finally {
          if (!done) {
            undo.rollBackTo(start);
          }
          committed = undo.end();
        }
      } finally {
        mutex.lock().unlock();
      }
      committed.forEach(Runnable::run);
    }

    @Override
    public void afterCommit(Runnable task) {
      if (!mutex.lock().isHeldByCurrentThread() || !undo.onCommit(task)) {
        task.run();
      }
    }
  }
}
