package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.call.Deadlines;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.call.WritesUnderWay;
import dev.adk4j.memory.extraction.CapturedMessages;
import dev.adk4j.memory.extraction.ExtractionCoordinator;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.extraction.ParseFailure;
import dev.adk4j.memory.injection.InjectionConfig;
import dev.adk4j.memory.injection.MemorySearch;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.journal.StoreBacklog;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.SafeObserver;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryErrors;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.RelevanceScale;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Memory over several named stores, in order: searching and adding, the tools a model does that
 * with, and extraction from conversations in the background. One manager serves any number of
 * runners and conversations, and is safe for concurrent use.
 *
 * <p>Stores are called on virtual threads of their own, each within a time limit, so outside a
 * caller's transaction. Whose memory it is, the {@link Scope} says: its tenant and subject; without
 * a subject there is {@code E_MEMORY_SCOPE_MISSING} before any store is contacted.
 *
 * {@snippet :
 * MemoryManager memory = MemoryManager.builder().store(notes).addTool(AddToolConfig.ON).build();
 * memory.add(scope, "Ann prefers tea.");
 * List<MemoryEntry> entries = memory.search(scope, "what does she drink");
 * }
 */
@NoJsonForm
public final class MemoryManager implements MemorySearch, AutoCloseable {

  private final StoreRegistry stores;
  private final StoreCalls calls;
  private final PendingWrites pendingWrites;
  private final WritesUnderWay writes;
  private final Duration writeTimeout;
  private final Initialization initialization;
  private final UnaryOperator<Runnable> decorator;
  private final ExtractionCoordinator extraction;
  private final List<Tool> tools;
  private final MemoryObserver observer;

  private MemoryManager(Builder builder) {
    this.stores =
        new StoreRegistry(
            builder.stores,
            builder.overrides,
            builder.model,
            ModelExtractor.ofDefaultModel().onParseFailure(builder.onParseFailure));
    this.decorator = builder.taskDecorator;
    this.observer = SafeObserver.of(builder.observer);
    this.writes = new WritesUnderWay(builder.deadlines);
    this.writeTimeout = builder.writeTimeout;
    this.calls =
        new StoreCalls(
            new TimedCalls(builder.deadlines),
            observer,
            builder.searchTimeout,
            builder.writeTimeout,
            writes);
    this.pendingWrites = new PendingWrites(builder.deadlines, writes);
    this.initialization = new Initialization(stores.all());
    this.tools = tools(builder);
    this.extraction =
        ExtractionCoordinator.builder(builder.journal)
            .targets(stores.targets())
            .settings(builder.extraction)
            .observer(observer)
            .deadlines(builder.deadlines)
            .taskDecorator(decorator)
            .model(builder.model)
            .beforeSaves(initialization::run)
            .writes(writes)
            .build();
  }

  private List<Tool> tools(Builder builder) {
    MemoryTools own = new MemoryTools(calls, pendingWrites, initialization, decorator);
    List<Tool> made = new ArrayList<>();
    if (builder.addTool.enabled()) {
      ToolNames.check(builder.addTool.name());
    }
    if (builder.searchTool.enabled()) {
      ToolNames.check(builder.searchTool.name());
      made.add(own.search(builder.searchTool, stores.all()));
    }
    if (builder.addTool.enabled()) {
      made.add(own.add(builder.addTool, stores.addToolStores(builder.addTool.stores())));
    }
    stores.all().forEach(store -> made.addAll(store.store().getTools()));
    ToolNames.requireUnique(made);
    return List.copyOf(made);
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Initialises the stores in order, each once; done by the first use otherwise.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_INIT_FAILED}; the next call, or use,
   *     goes on with the store that failed
   */
  public void initialize() {
    initialization.run();
  }

  /** Connects memory with the runners of a builder, with the default injection. */
  public void applyTo(TurnRunner.Builder builder) {
    applyTo(builder, InjectionConfig.DEFAULT);
  }

  /**
   * Connects memory with the runners of a builder: tools, injection, and the capture of what their
   * turns store. {@link MemoryHooks#applyTo} says what goes where. Call it once for a builder, when
   * its storage and its pipelines are set, and then {@link #start} where a store is extracted into.
   */
  public void applyTo(TurnRunner.Builder builder, InjectionConfig injection) {
    MemoryHooks.of(this, injection).applyTo(builder);
  }

  /** The search tool, the add tool, and the stores' own, always the same ones. */
  public List<Tool> getTools() {
    return tools;
  }

  /** The names of the stores, in order. */
  public List<String> storeNames() {
    return stores.all().stream().map(ConfiguredStore::name).toList();
  }

  /** Searches all stores. */
  public List<MemoryEntry> search(Scope scope, String query) {
    return search(scope, query, MemorySearchOptions.ALL);
  }

  /**
   * Asks the stores at the same time and puts their entries one after another in the order of the
   * stores. A store that fails or is late is logged and has no entries, so an empty list may mean
   * that all failed.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_NOT_FOUND}, {@code
   *     E_MEMORY_SCOPE_MISSING}, before any store is contacted
   */
  public List<MemoryEntry> search(Scope scope, String query, MemorySearchOptions options) {
    return search(Caller.program(scope, "A memory search", decorator), query, options);
  }

  /** The same for a turn, which cancels it when it is aborted. */
  public List<MemoryEntry> search(AgentContext ctx, String query, MemorySearchOptions options) {
    return search(
        Caller.turn(ctx, MemoryWriteContext.Origin.PROGRAM, "A memory search", decorator),
        query,
        options);
  }

  @Override
  public List<MemoryEntry> search(AgentContext ctx, String query, int limit) {
    return search(ctx, query, new MemorySearchOptions(limit, null));
  }

  private List<MemoryEntry> search(Caller caller, String query, MemorySearchOptions options) {
    Objects.requireNonNull(query, "query");
    List<ConfiguredStore> targets = stores.toSearch(options.stores());
    initialization.run();
    return calls.search(caller, query, options.maxSearchResults(), targets);
  }

  @Override
  public RelevanceScale relevanceScale(String store) {
    return stores.find(store).map(ConfiguredStore::scale).orElse(RelevanceScale.NONE);
  }

  /** Writes to every store that takes single facts. */
  public void add(Scope scope, String content) {
    add(scope, content, MemoryAddOptions.ALL);
  }

  /**
   * Writes the content to the stores at the same time and waits for all of them.
   *
   * @throws MemoryWriteException where a store failed; the others have it
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_NOT_FOUND}, {@code
   *     E_MEMORY_STORE_READ_ONLY}, {@code E_MEMORY_STORE_ADD_UNSUPPORTED}, {@code
   *     E_MEMORY_NO_WRITABLE_STORE}, {@code E_MEMORY_SCOPE_MISSING}, before anything is written
   */
  public void add(Scope scope, String content, MemoryAddOptions options) {
    add(Caller.program(scope, "A memory write", decorator), content, options);
  }

  /** The same for a turn, which cancels it when it is aborted. */
  public void add(AgentContext ctx, String content, MemoryAddOptions options) {
    add(
        Caller.turn(ctx, MemoryWriteContext.Origin.PROGRAM, "A memory write", decorator),
        content,
        options);
  }

  private void add(Caller caller, String content, MemoryAddOptions options) {
    Objects.requireNonNull(content, "content");
    MemoryErrors.requireLength(content);
    List<ConfiguredStore> targets = stores.toAdd(options.stores());
    initialization.run();
    List<StoreFailure> failures =
        calls.add(caller, List.of(content), options.metadata(), targets).getFirst();
    if (!failures.isEmpty()) {
      throw new MemoryWriteException(
          failures.stream()
              .map(failure -> "'" + failure.store() + "' " + StoreCalls.reason(failure.cause()))
              .collect(Collectors.joining("; ", "Memory stores that did not take it: ", "")),
          failures);
    }
  }

  /**
   * Announces messages that were stored without a turn, such as by a controller, for extraction.
   * Known ones are left out.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_SCOPE_MISSING} without a subject, {@code
   *     E_STORAGE_SCOPE_MISSING} without a conversation
   */
  public void capture(Scope scope, Message... messages) {
    MemoryConversation conversation =
        new MemoryConversation(owner(scope), scope.requireConversation());
    if (!extraction.stores().isEmpty()) {
      extraction.capture(conversation, Arrays.stream(messages).map(CapturedMessages::of).toList());
    }
  }

  private static MemoryOwner owner(Scope scope) {
    return MemoryOwner.of(scope).orElseThrow(() -> MemoryErrors.scopeMissing("Memory"));
  }

  /** What saves conversations into stores in the background. */
  public ExtractionCoordinator extraction() {
    return extraction;
  }

  /** Whether any store is extracted into. */
  public boolean extracts() {
    return !extraction.stores().isEmpty();
  }

  /** What wraps memory's work for metrics and traces. */
  public MemoryObserver observer() {
    return observer;
  }

  /** The store of that name. */
  public Optional<MemoryStore> store(String name) {
    return stores.find(name).map(ConfiguredStore::store);
  }

  /**
   * Waits for the writes that nobody waited for, and has every conversation known to this process
   * saved into every store, one attempt each whatever failed before. Never throws for a store; safe
   * to call at any time and by many.
   */
  public FlushReport flush(Duration limit) {
    return flush(limit, left -> extracts() ? extraction.flush(left) : FlushReport.NOTHING);
  }

  /**
   * The same for one conversation; for an application that knows that it has ended. Waits for all
   * writes that nobody waited for, also those of other conversations.
   */
  public FlushReport flush(Scope scope, Duration limit) {
    return flush(
        limit,
        left ->
            MemoryConversation.of(scope)
                .filter(conversation -> extracts())
                .map(conversation -> extraction.flush(conversation, left))
                .orElse(FlushReport.NOTHING));
  }

  private FlushReport flush(Duration limit, Function<Duration, FlushReport> saves) {
    long started = System.nanoTime();
    boolean written = pendingWrites.await(limit);
    Duration left = limit.minusNanos(System.nanoTime() - started);
    FlushReport report = saves.apply(left.isNegative() ? Duration.ZERO : left);
    return written
        ? report
        : new FlushReport(report.saved(), report.failed(), report.pending(), false);
  }

  /** What waits for each store that is extracted into. */
  public Map<String, StoreBacklog> backlog() {
    return extracts() ? extraction.backlog() : Map.of();
  }

  /**
   * Erases everything of the scope's owner: what waits for extraction, and what is in stores that
   * can erase. Waits first for the owner's writes under way, lest they write behind the erasure:
   * saves of every process that shares the journal, and in this process also single writes and
   * calls whose caller has given up. A store that one of them has still not ended with after twice
   * its time limit counts as failed.
   */
  public ForgetReport forget(Scope scope) {
    MemoryOwner owner = owner(scope);
    Set<String> stillWritten = new HashSet<>(extraction.forget(owner));
    // Also what a save gave up waiting for.
    stillWritten.addAll(writes.await(owner, writeTimeout.multipliedBy(2)));
    List<String> forgotten = new ArrayList<>();
    List<String> unable = new ArrayList<>();
    List<StoreFailure> failures = new ArrayList<>();
    for (ConfiguredStore store : stores.all()) {
      if (!(store.store() instanceof MutableMemoryStore mutable)) {
        unable.add(store.name());
        continue;
      }
      try {
        mutable.forgetOwner(owner);
        if (stillWritten.contains(store.name())
            || stillWritten.contains(PendingWrites.EVERY_STORE)) {
          failures.add(
              new StoreFailure(
                  store.name(),
                  new IllegalStateException(
                      "A write of the owner has not ended and may still come.")));
        } else {
          forgotten.add(store.name());
        }
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        failures.add(new StoreFailure(store.name(), e));
      }
    }
    return new ForgetReport(forgotten, unable, failures);
  }

  /**
   * Starts sweeping for what was left behind; needs to be called once by whoever owns the manager,
   * and again after {@link #close}.
   */
  public void start() {
    if (extracts()) {
      extraction.start();
    }
  }

  /**
   * Ends extraction without waiting, until it is {@linkplain #start started} again; flush before.
   * Searching and adding go on working.
   */
  @Override
  public void close() {
    extraction.close();
  }

  /** Not thread-safe. */
  public static final class Builder {

    private final List<MemoryStore> stores = new ArrayList<>();
    private final Map<String, StoreOverrides> overrides = new LinkedHashMap<>();
    private SearchToolConfig searchTool = SearchToolConfig.DEFAULT;
    private AddToolConfig addTool = AddToolConfig.OFF;
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

    /** Adds one; the order of the stores is the order of what they find. */
    public Builder store(MemoryStore store) {
      stores.add(Objects.requireNonNull(store, "store"));
      return this;
    }

    /** Adds all. */
    public Builder stores(List<? extends MemoryStore> stores) {
      stores.forEach(this::store);
      return this;
    }

    /** What the deployment says about one store. */
    public Builder override(String store, StoreOverrides overrides) {
      this.overrides.put(store, overrides);
      return this;
    }

    /** On unless told otherwise. */
    public Builder searchTool(SearchToolConfig searchTool) {
      this.searchTool = searchTool;
      return this;
    }

    /** Off unless told otherwise. */
    public Builder addTool(AddToolConfig addTool) {
      this.addTool = addTool;
      return this;
    }

    /** Of each store; 5 seconds unless told otherwise. */
    public Builder searchTimeout(Duration searchTimeout) {
      this.searchTimeout = searchTimeout;
      return this;
    }

    /** Of each store; 30 seconds unless told otherwise. */
    public Builder writeTimeout(Duration writeTimeout) {
      this.writeTimeout = writeTimeout;
      return this;
    }

    public Builder extraction(ExtractionSettings extraction) {
      this.extraction = extraction;
      return this;
    }

    /** Where captured messages wait; in memory unless told otherwise, which a restart empties. */
    public Builder journal(ExtractionJournal journal) {
      this.journal = journal;
      return this;
    }

    /** Distils facts for stores that take only these. */
    public Builder extractionModel(@Nullable ExtractionModel model) {
      this.model = model;
      return this;
    }

    /** Of the extractor that stores without one of their own get. */
    public Builder onParseFailure(ParseFailure onParseFailure) {
      this.onParseFailure = onParseFailure;
      return this;
    }

    public Builder observer(MemoryObserver observer) {
      this.observer = observer;
      return this;
    }

    /** Where time limits come from; for tests. */
    public Builder deadlines(Deadlines deadlines) {
      this.deadlines = deadlines;
      return this;
    }

    /** Carries what a thread is bound to over to the threads that call stores. */
    public Builder taskDecorator(UnaryOperator<Runnable> taskDecorator) {
      this.taskDecorator = taskDecorator;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_MEMORY_MANAGER_CONFIG} naming the first
     *     thing that is wrong; no store was contacted
     */
    public MemoryManager build() {
      new Violations()
          .check(
              searchTimeout.isPositive(), "$.searchTimeout", "range", "must be longer than nothing")
          .check(
              writeTimeout.isPositive(), "$.writeTimeout", "range", "must be longer than nothing")
          .throwIfAny(AdkErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
      return new MemoryManager(this);
    }
  }
}
