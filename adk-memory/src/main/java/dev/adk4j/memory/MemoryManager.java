package dev.adk4j.memory;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.extraction.ModelExtractor.ParseFailure;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.internal.call.Deadlines;
import dev.adk4j.memory.internal.call.TimedCalls;
import dev.adk4j.memory.internal.call.WritesUnderWay;
import dev.adk4j.memory.internal.extraction.CapturedMessages;
import dev.adk4j.memory.internal.extraction.ExtractionCoordinator;
import dev.adk4j.memory.internal.injection.MemorySearch;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MemoryWriteContext.Origin;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Manages several named memory stores, in order: searches and writes them, provides tools for the
 * model and extracts facts from conversations in the background. One manager serves any number of
 * runners and conversations. Thread-safe.
 *
 * <p>Stores are called on virtual threads, each with a time limit, and therefore outside of a
 * caller's transaction. The owner is the tenant and subject of the {@link Scope}. Without a
 * subject, a call fails with {@code E_MEMORY_SCOPE_MISSING} before any store is called.
 *
 * {@snippet :
 * MemoryManager memory = MemoryManager.builder().store(notes).addTool(AddToolSettings.ON).build();
 * memory.add(scope, "Ann prefers tea.");
 * List<MemoryEntry> entries = memory.search(scope, "what does she drink");
 * }
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class MemoryManager implements AutoCloseable {

  private final StoreRegistry stores;
  private final StoreCalls calls;
  private final UnaryOperator<Runnable> decorator;
  private final ExtractionCoordinator extraction;
  private final List<Tool> tools;

  private MemoryManager(Builder builder) {
    this.stores =
        new StoreRegistry(
            builder.stores,
            builder.overrides,
            builder.model,
            ModelExtractor.ofDefaultModel().onParseFailure(builder.onParseFailure));
    this.decorator = builder.taskDecorator;
    MemoryObserver observer = MemoryObserver.all(List.of(builder.observer));
    this.calls =
        new StoreCalls(
            stores,
            new Initialization(stores.all()),
            new TimedCalls(builder.deadlines),
            observer,
            builder.searchTimeout,
            builder.writeTimeout,
            new WritesUnderWay(builder.deadlines));
    this.tools = new MemoryTools(calls, decorator).all(builder.searchTool, builder.addTool, stores);
    this.extraction =
        new ExtractionCoordinator(
            stores.targets(),
            new ExtractionCoordinator.Parts(
                builder.journal,
                builder.extraction,
                observer,
                builder.model,
                builder.deadlines,
                decorator,
                calls.initialization()::run,
                calls.writes()));
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Initializes the stores in order, each once. Without this call, the first use initializes them.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_INIT_FAILED}; the next call
   *     continues with the store that failed
   */
  public void initialize() {
    calls.initialization().run();
  }

  /** Connects memory with the runners of a builder, with the default injection. */
  public void applyTo(TurnRunner.Builder builder) {
    applyTo(builder, InjectionSettings.DEFAULT);
  }

  /**
   * Connects memory with the runners of a builder: tools, injection and capture; see {@link
   * MemoryHooks#applyTo}. Call it once for a builder, after its storage and its pipelines are set,
   * and then {@link #start} if a store has extraction.
   */
  public void applyTo(TurnRunner.Builder builder, InjectionSettings injection) {
    MemoryHooks.of(this, injection).applyTo(builder);
  }

  /** Returns the search tool, the add tool and the stores' own tools; always the same instances. */
  public List<Tool> getTools() {
    return tools;
  }

  /** Returns the names of the stores, in order. */
  public List<String> storeNames() {
    return stores.all().stream().map(ConfiguredStore::name).toList();
  }

  /** Returns the store with the name. */
  public Optional<MemoryStore> store(String name) {
    return stores.find(name).map(ConfiguredStore::store);
  }

  /** Searches all stores. */
  public List<MemoryEntry> search(Scope scope, String query) {
    return search(scope, query, MemorySearchOptions.ALL);
  }

  /**
   * Searches the stores concurrently and returns their entries in the order of the stores. A store
   * that fails or exceeds its time limit is logged and contributes no entries, so an empty list may
   * mean that all stores failed.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_NOT_FOUND}, {@code
   *     E_MEMORY_SCOPE_MISSING}, before any store is called
   */
  public List<MemoryEntry> search(Scope scope, String query, MemorySearchOptions options) {
    return calls.search(Caller.program(scope, "A memory search", decorator), query, options);
  }

  /** Searches for a turn; an abort of the turn cancels the search. */
  public List<MemoryEntry> search(AgentContext ctx, String query, MemorySearchOptions options) {
    return calls.search(
        Caller.turn(ctx, Origin.PROGRAM, "A memory search", decorator), query, options);
  }

  MemorySearch memorySearch() {
    return new MemorySearch() {
      @Override
      public List<MemoryEntry> search(AgentContext ctx, String query, int limit) {
        return MemoryManager.this.search(ctx, query, new MemorySearchOptions(limit, null));
      }

      @Override
      public MemoryStore.RelevanceScale relevanceScale(String store) {
        return stores.scale(store);
      }
    };
  }

  /** Writes to all stores that accept single facts. */
  public void add(Scope scope, String content) {
    add(scope, content, MemoryAddOptions.ALL);
  }

  /**
   * Writes the content to the stores concurrently and waits for all of them.
   *
   * @throws MemoryWriteException if a store failed; the other writes succeeded
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_NOT_FOUND}, {@code
   *     E_MEMORY_STORE_READ_ONLY}, {@code E_MEMORY_STORE_ADD_UNSUPPORTED}, {@code
   *     E_MEMORY_NO_WRITABLE_STORE}, {@code E_MEMORY_SCOPE_MISSING}, before anything is written
   */
  public void add(Scope scope, String content, MemoryAddOptions options) {
    calls.add(Caller.program(scope, "A memory write", decorator), content, options);
  }

  /** Writes for a turn; an abort of the turn cancels the write. */
  public void add(AgentContext ctx, String content, MemoryAddOptions options) {
    calls.add(Caller.turn(ctx, Origin.PROGRAM, "A memory write", decorator), content, options);
  }

  /**
   * Captures messages stored outside of a turn, for example by a controller, for extraction. Known
   * messages are ignored.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_SCOPE_MISSING} without a subject, {@code
   *     E_STORAGE_SCOPE_MISSING} without a conversation
   */
  public void capture(Scope scope, Message... messages) {
    MemoryConversation conversation =
        new MemoryConversation(MemoryOwner.require(scope, "Memory"), scope.requireConversation());
    if (extracts()) {
      extraction.capture(conversation, Arrays.stream(messages).map(CapturedMessages::of).toList());
    }
  }

  /** Internal. May change without notice. */
  public ExtractionCoordinator extraction() {
    return extraction;
  }

  /** Returns true if a store has extraction. */
  public boolean extracts() {
    return !extraction.stores().isEmpty();
  }

  MemoryObserver observer() {
    return calls.observer();
  }

  /**
   * Waits for tool writes that were not awaited, and saves every conversation known to this process
   * into every store with extraction. Makes one attempt for each, regardless of earlier failures.
   * Never throws for a store's failure. May be called concurrently and repeatedly.
   */
  public FlushReport flush(Duration limit) {
    return extraction.flush(limit);
  }

  /**
   * Flushes one conversation, for an application that knows its end. Also waits for the tool writes
   * of other conversations.
   */
  public FlushReport flush(Scope scope, Duration limit) {
    return extraction.flush(MemoryConversation.of(scope), limit);
  }

  /** Returns the backlog of each store with extraction. */
  public Map<String, StoreBacklog> backlog() {
    return extracts() ? extraction.backlog() : Map.of();
  }

  /** Returns at most {@code limit} items that stores rejected although they accepted later ones. */
  public List<SetAside> setAside(int limit) {
    return extraction.setAside(limit);
  }

  /**
   * Erases all data of the scope's owner: messages that wait for extraction, and the entries of
   * stores that support erasure. Waits first for the owner's running writes, so none of them
   * follows the erasure: saves of every process that shares the journal, and this process's single
   * writes, including those whose caller no longer waits. A store with a write that is still
   * running after twice its time limit counts as failed.
   */
  public ForgetReport forget(Scope scope) {
    MemoryOwner owner = MemoryOwner.require(scope, "Memory");
    return calls.forget(owner, extraction.forget(owner));
  }

  /** Starts sweeping. Called once by the manager's owner, and again after {@link #close}. */
  public void start() {
    if (extracts()) {
      extraction.start();
    }
  }

  /**
   * Stops extraction immediately, until it is {@linkplain #start started} again; call a flush
   * before. Searches and writes continue to work.
   */
  @Override
  public void close() {
    extraction.close();
  }

  /** Builds a manager. Not thread-safe. */
  public static final class Builder {

    private final List<MemoryStore> stores = new ArrayList<>();
    private final Map<String, StoreOverrides> overrides = new LinkedHashMap<>();
    private SearchToolSettings searchTool = SearchToolSettings.ON;
    private AddToolSettings addTool = AddToolSettings.OFF;
    private Duration searchTimeout = Duration.ofSeconds(5);
    private Duration writeTimeout = Duration.ofSeconds(30);
    private ExtractionSettings extraction = ExtractionSettings.DEFAULT;
    private ExtractionJournal journal = new InMemoryExtractionJournal();
    private @Nullable ExtractionModel model;
    private ParseFailure onParseFailure = ParseFailure.SKIP;
    private MemoryObserver observer = MemoryObserver.NONE;
    private Deadlines deadlines = Deadlines.system();
    private UnaryOperator<Runnable> taskDecorator = UnaryOperator.identity();

    private Builder() {}

    /** Adds a store. Results follow the order of the stores. */
    public Builder store(MemoryStore store) {
      stores.add(Objects.requireNonNull(store, "store"));
      return this;
    }

    /** Adds stores. */
    public Builder stores(List<? extends MemoryStore> stores) {
      stores.forEach(this::store);
      return this;
    }

    /** Sets the deployment's overrides for one store. */
    public Builder override(String store, StoreOverrides overrides) {
      this.overrides.put(store, overrides);
      return this;
    }

    /** Sets the search tool. Default: enabled. */
    public Builder searchTool(SearchToolSettings searchTool) {
      this.searchTool = searchTool;
      return this;
    }

    /** Sets the add tool. Default: disabled. */
    public Builder addTool(AddToolSettings addTool) {
      this.addTool = addTool;
      return this;
    }

    /** Sets the time limit of a search in one store. Default: 5 seconds. */
    public Builder searchTimeout(Duration searchTimeout) {
      this.searchTimeout = searchTimeout;
      return this;
    }

    /** Sets the time limit of a write to one store. Default: 30 seconds. */
    public Builder writeTimeout(Duration writeTimeout) {
      this.writeTimeout = writeTimeout;
      return this;
    }

    /** Sets the extraction settings shared by all stores. */
    public Builder extraction(ExtractionSettings extraction) {
      this.extraction = extraction;
      return this;
    }

    /** Sets the journal of captured messages. Default: in memory, lost with the process. */
    public Builder journal(ExtractionJournal journal) {
      this.journal = journal;
      return this;
    }

    /** Sets the model that extracts facts for stores without their own extractor. */
    public Builder extractionModel(@Nullable ExtractionModel model) {
      this.model = model;
      return this;
    }

    /** Sets the handling of unreadable answers of the {@link #extractionModel}. */
    public Builder onParseFailure(ParseFailure onParseFailure) {
      this.onParseFailure = onParseFailure;
      return this;
    }

    /** Sets the observer for metrics and traces. */
    public Builder observer(MemoryObserver observer) {
      this.observer = observer;
      return this;
    }

    /** Internal. For tests. */
    public Builder deadlines(Deadlines deadlines) {
      this.deadlines = deadlines;
      return this;
    }

    /** Sets the decorator that propagates a thread's context to the threads that call stores. */
    public Builder taskDecorator(UnaryOperator<Runnable> taskDecorator) {
      this.taskDecorator = taskDecorator;
      return this;
    }

    /**
     * Builds the manager without calling a store.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_MEMORY_MANAGER_CONFIG} with the first
     *     invalid setting
     */
    public MemoryManager build() {
      return new MemoryManager(this);
    }
  }
}
