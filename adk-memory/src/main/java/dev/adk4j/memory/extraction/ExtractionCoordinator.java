package dev.adk4j.memory.extraction;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.memory.call.Deadlines;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.call.WritesUnderWay;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.OpenTurn;
import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.journal.SetAside;
import dev.adk4j.memory.journal.StoreBacklog;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.SafeObserver;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.PartKind;
import dev.adk4j.memory.store.TurnEnded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets conversations into stores in the background: takes captured messages and ended turns, asks
 * the triggers, and has the saves done. Thread-safe; a store or a journal that fails is logged and
 * never reaches the turn.
 */
public final class ExtractionCoordinator implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ExtractionCoordinator.class);

  private final ExtractionJournal journal;
  private final Map<String, ExtractionTarget> targets;
  private final ExtractionSettings settings;
  private final MemoryObserver observer;
  private final SaveWorkers workers;
  private final Deadlines deadlines;
  private final WritesUnderWay writes;
  private final Sweeper sweeper;
  private final List<Consumer<TurnEnded>> turnListeners = new ArrayList<>();

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  /**
   * Conversations of which this process knows, or has to assume, that something is unsaved, each
   * with a mark of the capture that was noted last.
   */
  private final Map<MemoryConversation, Object> unsaved = new ConcurrentHashMap<>();

  /** The turns that run in this process. */
  private final Map<String, MemoryConversation> turnsHere = new ConcurrentHashMap<>();

  private ExtractionCoordinator(Builder builder) {
    this.journal = builder.journal;
    this.settings = builder.settings;
    this.deadlines = builder.deadlines;
    this.writes = builder.writes == null ? new WritesUnderWay(builder.deadlines) : builder.writes;
    this.observer = SafeObserver.of(builder.observer);
    this.targets = new LinkedHashMap<>();
    builder.targets.forEach(target -> targets.put(target.store(), target));
    TimedCalls calls = new TimedCalls(builder.deadlines);
    Map<String, SaveTask> tasks = new LinkedHashMap<>();
    targets.forEach((store, target) -> tasks.put(store, task(builder, calls, target)));
    this.workers = new SaveWorkers(journal, tasks, settings, builder.deadlines, this::workedOff);
    this.sweeper = new Sweeper(this, journal, settings, observer, builder.deadlines);
    targets.values().forEach(this::attach);
  }

  private SaveTask task(Builder builder, TimedCalls calls, ExtractionTarget target) {
    Delivery delivery =
        new Delivery(target.route(), calls, settings.timeout(), builder.model, writes);
    return new SaveTask(
        journal,
        target,
        settings,
        delivery,
        calls,
        observer,
        builder.taskDecorator,
        builder.beforeSaves,
        writes);
  }

  public static Builder builder(ExtractionJournal journal) {
    return new Builder(journal);
  }

  private void attach(ExtractionTarget target) {
    Map<String, Integer> seen = new LinkedHashMap<>();
    target
        .triggers()
        .forEach(
            trigger -> {
              int number = seen.merge(trigger.name(), 1, Integer::sum);
              String key = number == 1 ? trigger.name() : trigger.name() + "#" + number;
              trigger.attach(new StoreTrigger(this, target.store(), key));
            });
  }

  void listen(Consumer<TurnEnded> listener) {
    turnListeners.add(listener);
  }

  /** The stores that are extracted into, in order. */
  public Set<String> stores() {
    return targets.keySet();
  }

  public ExtractionJournal journal() {
    return journal;
  }

  public ExtractionSettings settings() {
    return settings;
  }

  /** Whether some store's filter lets that kind of part through. */
  public boolean wants(PartKind kind) {
    return targets.values().stream().anyMatch(target -> target.filter().lets(kind));
  }

  /** Adds messages to the journal; throws what the journal throws. */
  public void capture(MemoryConversation conversation, List<MemoryMessage> messages) {
    journal.append(conversation, messages);
    captured(conversation);
  }

  /** Notes that somebody has added messages to the journal. */
  void captured(MemoryConversation conversation) {
    unsaved.put(conversation, new Object());
  }

  void captureFailed(MemoryConversation conversation, RuntimeException cause) {
    LOG.error(
        "A message of {} could not be captured for memory; the conversation goes on without.",
        conversation.hash(),
        cause);
    observer.dropped(1);
  }

  /**
   * A turn started. Turns of the conversation that were left open, other than those that run in
   * this process, count as ended now.
   */
  public void turnStarted(MemoryConversation conversation, String turnId) {
    turnsHere.put(turnId, conversation);
    try {
      journal.openTurn(conversation, turnId);
      for (OpenTurn open : journal.openTurns(conversation)) {
        if (!turnsHere.containsKey(open.turnId())) {
          turnEnded(conversation, open.turnId());
        }
      }
    } catch (RuntimeException e) {
      LOG.error("The start of a turn of {} could not be noted.", conversation.hash(), e);
    }
  }

  /** A turn ended, however it did; told again, it counts once. */
  public void turnEnded(MemoryConversation conversation, String turnId) {
    try {
      if (journal.closeTurn(conversation, turnId)) {
        TurnEnded ended = new TurnEnded(conversation, turnId);
        turnListeners.forEach(listener -> tell(listener, ended));
      }
    } catch (RuntimeException e) {
      LOG.error("The end of a turn of {} could not be noted.", conversation.hash(), e);
    } finally {
      turnsHere.remove(turnId);
    }
  }

  /** The same for a turn that started in this process; nothing for any other. */
  public void turnEnded(String turnId) {
    MemoryConversation conversation = turnsHere.get(turnId);
    if (conversation != null) {
      turnEnded(conversation, turnId);
    }
  }

  private static void tell(Consumer<TurnEnded> listener, TurnEnded ended) {
    try {
      listener.accept(ended);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      LOG.error(
          "A memory trigger failed at the end of a turn of {}; it counts as not fired.",
          ended.conversation().hash(),
          e);
    }
  }

  /** Asks for a save, unless saves into the store keep failing. Returns at once, never throws. */
  public void fire(MemoryConversation conversation, String store) {
    SaveKey key = new SaveKey(conversation, store);
    try {
      if (journal.request(key, settings.backOff())) {
        wake(key);
      } else {
        observer.backedOff(store);
      }
    } catch (RuntimeException e) {
      LOG.error(
          "A save of {} into the memory store '{}' could not be asked for; its messages stay in"
              + " the journal.",
          conversation.hash(),
          store,
          e);
    }
  }

  void wake(SaveKey key) {
    workers.wake(key, observer.link());
  }

  long count(SaveKey key, String trigger) {
    return journal.count(key, trigger);
  }

  private void workedOff(SaveKey key) {
    journal.trim(key.conversation(), stores());
    forgetIfSaved(key.conversation());
  }

  private void forgetIfSaved(MemoryConversation conversation) {
    Object mark = unsaved.get(conversation);
    if (mark != null && keys(conversation).stream().allMatch(key -> journal.pending(key) == 0)) {
      // Not what was captured after the look; and a flush meanwhile has to see the conversation.
      unsaved.remove(conversation, mark);
    }
  }

  /** Lets go of conversations that other processes have saved. */
  void forgetSaved() {
    List.copyOf(unsaved.keySet()).forEach(this::forgetIfSaved);
  }

  private List<SaveKey> keys(MemoryConversation conversation) {
    return stores().stream().map(store -> new SaveKey(conversation, store)).toList();
  }

  /**
   * Asks for a save of every conversation known to this process to have something unsaved, into
   * every store, also where saves keep failing: one attempt each. Waits until all that runs has
   * ended, or the time is over. Never throws for a store or the journal.
   */
  public FlushReport flush(Duration limit) {
    return flush(List.copyOf(unsaved.keySet()), limit);
  }

  /** The same for one conversation. */
  public FlushReport flush(MemoryConversation conversation, Duration limit) {
    return flush(List.of(conversation), limit);
  }

  private FlushReport flush(Collection<MemoryConversation> conversations, Duration limit) {
    return new Flush(journal, this::wake, workers)
        .run(conversations.stream().flatMap(c -> keys(c).stream()).toList(), limit);
  }

  /**
   * Removes what waits of an owner, and waits for the saves of that owner that run in any process
   * that shares the journal: what they have read is delivered when this returns, and they read no
   * more of it.
   *
   * @return the stores that a save has still not ended with after twice its time limit
   */
  public Set<String> forget(MemoryOwner owner) {
    journal.discard(owner);
    Duration limit = settings.timeout().multipliedBy(2);
    Set<SaveKey> saving =
        workers.awaitSaved(key -> key.conversation().owner().equals(owner), limit);
    if (saving.isEmpty()) {
      saving = awaitElsewhere(owner, limit);
    }
    journal.forget(owner);
    return saving.stream().map(SaveKey::store).collect(Collectors.toSet());
  }

  /** Only the journal knows what other processes do. */
  private Set<SaveKey> awaitElsewhere(MemoryOwner owner, Duration limit) {
    Set<SaveKey> leased = Set.copyOf(journal.discard(owner));
    for (Duration waited = Duration.ZERO;
        !leased.isEmpty() && waited.compareTo(limit) < 0;
        waited = waited.plus(LOOK_AGAIN)) {
      CountDownLatch later = new CountDownLatch(1);
      try (Subscription deadline = deadlines.after(LOOK_AGAIN, later::countDown)) {
        later.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return leased;
      }
      leased = Set.copyOf(journal.discard(owner));
    }
    return leased;
  }

  /** What stores did not take although they took what came after it; the newest first. */
  public List<SetAside> setAside(int limit) {
    return journal.setAside(stores(), limit);
  }

  /**
   * Waits until no save runs in this process.
   *
   * @return whether that was within the time
   */
  public boolean awaitIdle(Duration limit) {
    return workers.awaitAllIdle(limit);
  }

  /** What waits for each store. */
  public Map<String, StoreBacklog> backlog() {
    return journal.backlog(stores());
  }

  /** Sweeps now and then from here on; also again after {@link #close}. */
  public void start() {
    workers.open();
    sweeper.start();
  }

  /** Looks once for what was left behind, unless another process is at it. */
  public void sweep() {
    sweeper.sweep();
  }

  /**
   * Starts nothing until it is started again, aborts the saves that run and gives their leases
   * back, so that whoever comes next delivers these messages again. Flush before.
   */
  @Override
  public void close() {
    sweeper.close();
    workers.close();
    workers.awaitAllIdle(Duration.ofSeconds(5));
  }

  /** Not thread-safe. */
  public static final class Builder {

    private final ExtractionJournal journal;
    private List<ExtractionTarget> targets = List.of();
    private ExtractionSettings settings = ExtractionSettings.DEFAULT;
    private MemoryObserver observer = MemoryObserver.NONE;
    private Deadlines deadlines = Deadlines.system();
    private UnaryOperator<Runnable> taskDecorator = UnaryOperator.identity();
    private @Nullable ExtractionModel model;
    private Runnable beforeSaves = () -> {};
    private @Nullable WritesUnderWay writes;

    private Builder(ExtractionJournal journal) {
      this.journal = journal;
    }

    public Builder targets(List<ExtractionTarget> targets) {
      this.targets = List.copyOf(targets);
      return this;
    }

    public Builder settings(ExtractionSettings settings) {
      this.settings = settings;
      return this;
    }

    public Builder observer(MemoryObserver observer) {
      this.observer = observer;
      return this;
    }

    public Builder deadlines(Deadlines deadlines) {
      this.deadlines = deadlines;
      return this;
    }

    /** Carries what a thread is bound to over to the threads that call stores. */
    public Builder taskDecorator(UnaryOperator<Runnable> taskDecorator) {
      this.taskDecorator = taskDecorator;
      return this;
    }

    /** For extractors that have none of their own. */
    public Builder model(@Nullable ExtractionModel model) {
      this.model = model;
      return this;
    }

    /** Done before each save, within its time; what it throws fails the save. */
    public Builder beforeSaves(Runnable beforeSaves) {
      this.beforeSaves = beforeSaves;
      return this;
    }

    /** Counts the writes of saves together with others. */
    public Builder writes(WritesUnderWay writes) {
      this.writes = writes;
      return this;
    }

    public ExtractionCoordinator build() {
      return new ExtractionCoordinator(this);
    }
  }
}
