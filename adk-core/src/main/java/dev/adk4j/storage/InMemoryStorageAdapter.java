package dev.adk4j.storage;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.internal.AfterCommit;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
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
 * Implements all 27 callbacks in memory and follows every rule of storage: a reference for
 * implementing adapters, and a storage for testing agents. Its content is lost with the process.
 *
 * <p><b>Owners.</b> Messages, thoughts, tool calls, retrievables and bytes belong to the scope's
 * tenant and conversation; memories and standing instructions to its tenant and subject. If a call
 * needs a part of the scope that is missing, it throws {@code E_STORAGE_SCOPE_MISSING} before it
 * reads or changes any record. Other owners' ids are unknown here.
 *
 * <p><b>Order.</b> Fetches return records in the order they were first stored; a mutated record
 * keeps its position. Messages, thoughts and tool calls of a conversation share one gap-free
 * {@linkplain #log numbering}.
 *
 * <p><b>Ids.</b> Storing an equal record again changes nothing; a different record under the same
 * id is {@code E_STORAGE_CONFLICT}. Mutating an unknown id stores the record; deleting it changes
 * nothing. A standing instruction's text is its id.
 *
 * <p><b>Threads.</b> Thread-safe. A {@linkplain #unitOfWork() unit of work} is rolled back as a
 * whole when it fails; while it runs, other threads wait, including readers, so none sees a part of
 * it. Its writes must stay on its thread.
 *
 * <p>Stored and fetched records are copies: {@link Tokenizable#set} or a change of a media's stash
 * does not affect the stored record, and a dynamic text is stored as its value without a context.
 * Readers are kept as the same instances.
 *
 * @since 0.1.0
 */
public final class InMemoryStorageAdapter extends AbstractPersistentStorage<RuntimeException>
    implements StorageAdapter, ToolCallGroupReplacer {

  private final List<Tool> tools;
  private final FetchLimits limits;

  private final Mutex mutex = new Mutex();
  private final UndoLog undo = new UndoLog();
  private final StorageUnitOfWork unitOfWork = new Unit();
  private final Map<Scope, OwnedRecords> owners = new HashMap<>();
  private final Map<String, List<String>> tenantInstructions = new HashMap<>();

  // Bytes come from streams: never read them while holding the lock.
  private final Map<Scope, InMemoryByteStore<MediaReader>> mediaBytes = new ConcurrentHashMap<>();
  private final Map<Scope, InMemoryByteStore<SpoolReader>> retrievableBytes =
      new ConcurrentHashMap<>();

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
  protected List<?> fetch(CallbackKey key, AgentContext ctx) {
    return mutex.get(
        () ->
            key == CallbackKey.REFRESH_STANDING_INSTRUCTIONS
                ? standingInstructions(ctx)
                : table(key, ctx).newest(limits.of(key.kind())));
  }

  @Override
  protected void write(CallbackKey key, AgentContext ctx, Object value) {
    // Copy before taking the lock: copying evaluates dynamic texts.
    Object given =
        key.verb() != CallbackKey.Verb.DELETE
            ? Records.copy(value)
            : value instanceof Tokenizable instruction ? instruction.value() : value;
    mutex.run(
        () -> {
          Table table = table(key, ctx);
          switch (key.verb()) {
            case STORE -> table.store(given, undo);
            case MUTATE -> table.mutate(given, undo);
            default -> table.delete((String) given, undo);
          }
        });
  }

  /**
   * Replaces the tool calls: the replacements take the positions of the old ones in order;
   * additional ones are appended.
   */
  @Override
  public void replaceToolCallGroup(AgentContext ctx, List<String> ids, List<ToolCall> replacements)
      throws Exception {
    List<Object> copies = replacements.stream().map(Records::copy).toList();
    unitOfWork.execute(
        ctx, () -> table(CallbackKey.STORE_TOOL_CALL, ctx).replace(ids, copies, undo));
  }

  /**
   * Returns the tenant's instructions, then the subject's; the tenant's alone if the scope has no
   * subject.
   */
  private List<?> standingInstructions(AgentContext ctx) {
    Scope scope = ctx.scope();
    List<Object> all = new ArrayList<>();
    tenantInstructions
        .getOrDefault(scope.tenant(), List.of())
        .forEach(text -> all.add(Tokenizable.of(text)));
    if (scope.subject() != null) {
      all.addAll(table(CallbackKey.REFRESH_STANDING_INSTRUCTIONS, ctx).newest(Integer.MAX_VALUE));
    }
    return all;
  }

  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ByteSource bytes)
      throws IOException {
    return mediaBytes
        .computeIfAbsent(conversationOf(ctx), s -> InMemoryByteStore.ofMedia())
        .write(id, bytes);
  }

  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ByteSource bytes)
      throws IOException {
    return retrievableBytes
        .computeIfAbsent(conversationOf(ctx), s -> InMemoryByteStore.ofTexts())
        .write(id, bytes);
  }

  @Override
  public List<Tool> fetchTools(AgentContext ctx) {
    return tools;
  }

  /**
   * Sets the tenant's instructions, which precede each subject's own; a turn cannot change them.
   */
  public void setTenantStandingInstructions(String tenant, List<Tokenizable> instructions) {
    List<String> texts = instructions.stream().map(Tokenizable::value).distinct().toList();
    mutex.run(() -> tenantInstructions.put(tenant, texts));
  }

  /**
   * Returns the records of a conversation in the order they were stored, across kinds; the scope
   * must name a conversation.
   */
  public List<StoredRow> log(Scope scope) {
    String conversation = scope.requireConversation();
    return mutex.get(
        () -> {
          OwnedRecords records = owners.get(Scope.of(scope.tenant(), null, conversation));
          return records == null ? List.of() : records.log();
        });
  }

  /** Removes everything except the tools. */
  public void clear() {
    mutex.run(
        () -> {
          owners.clear();
          tenantInstructions.clear();
          mediaBytes.clear();
          retrievableBytes.clear();
        });
  }

  private Table table(CallbackKey key, AgentContext ctx) {
    return owners
        .computeIfAbsent(
            key.kind().ofSubject() ? subjectOf(ctx) : conversationOf(ctx), s -> new OwnedRecords())
        .table(key.kind());
  }

  private static Scope subjectOf(AgentContext ctx) {
    Scope scope = ctx.scope();
    return Scope.of(scope.tenant(), scope.requireSubject(), null);
  }

  private static Scope conversationOf(AgentContext ctx) {
    Scope scope = ctx.scope();
    return Scope.of(scope.tenant(), null, scope.requireConversation());
  }

  private final class Unit implements StorageUnitOfWork {

    @Override
    public void execute(AgentContext ctx, Writes writes) throws Exception {
      List<Runnable> committed;
      mutex.lock();
      try {
        int start = undo.begin();
        try {
          writes.run();
        } catch (Throwable e) {
          undo.rollBackTo(start);
          throw e;
        } finally {
          committed = undo.end();
        }
      } finally {
        mutex.unlock();
      }
      committed.forEach(AfterCommit::run);
    }

    @Override
    public void afterCommit(Runnable task) {
      if (!mutex.isHeldByCurrentThread() || !undo.onCommit(task)) {
        AfterCommit.run(task);
      }
    }
  }
}
