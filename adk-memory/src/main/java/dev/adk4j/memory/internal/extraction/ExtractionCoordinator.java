package dev.adk4j.memory.internal.extraction;

import dev.adk4j.internal.FatalErrors;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.internal.call.Deadlines;
import dev.adk4j.memory.internal.call.Monitor;
import dev.adk4j.memory.internal.call.TimedCalls;
import dev.adk4j.memory.internal.call.WritesUnderWay;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.ExtractionTrigger.TriggerContext.TurnEnded;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves conversations into stores in the background: receives captured messages and ended turns,
 * notifies the triggers and starts the saves. Thread-safe. A failure of a store or the journal is
 * logged and never affects the turn.
 */
public final class ExtractionCoordinator implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ExtractionCoordinator.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final ExtractionJournal journal;
  private final Map<String, ExtractionTarget> targets = new LinkedHashMap<>();
  private final Parts parts;
  private final SaveWorkers workers;
  private final Sweeper sweeper;
  private final Repeating sweeping;
  private final List<Consumer<TurnEnded>> turnListeners = new ArrayList<>();

  /**
   * Conversations that may have unsaved messages, as known to this process, each with a mark of its
   * last capture.
   */
  private final Map<MemoryConversation, Object> unsaved = new ConcurrentHashMap<>();

  /** Turns that run in this process. */
  private final Map<String, MemoryConversation> turnsHere = new ConcurrentHashMap<>();

  /**
   * Collaborators of the coordinator.
   *
   * @param model model for extractors without their own
   * @param taskDecorator propagates a thread's context to the threads that call stores
   * @param beforeSaves runs before each save, within its time limit; an exception fails the save
   * @param writes counts the writes, including saves
   */
  public record Parts(
      ExtractionJournal journal,
      ExtractionSettings settings,
      MemoryObserver observer,
      @Nullable ExtractionModel model,
      Deadlines deadlines,
      UnaryOperator<Runnable> taskDecorator,
      Runnable beforeSaves,
      WritesUnderWay writes) {}

  public ExtractionCoordinator(List<ExtractionTarget> targets, Parts parts) {
    this.journal = parts.journal();
    this.parts = parts;
    TimedCalls calls = new TimedCalls(parts.deadlines());
    Map<String, SaveTask> tasks = new LinkedHashMap<>();
    for (ExtractionTarget target : targets) {
      this.targets.put(target.store(), target);
      tasks.put(target.store(), new SaveTask(parts, target, calls));
    }
    this.workers = new SaveWorkers(parts, tasks, this::workedOff);
    this.sweeper = new Sweeper(this, parts.observer());
    this.sweeping =
        new Repeating(
            parts.deadlines(),
            parts.settings().sweepInterval(),
            "adk-memory-sweep",
            () -> {
              sweep();
              return true;
            });
    targets.forEach(this::attach);
  }

  private void attach(ExtractionTarget target) {
    Map<String, Integer> seen = new LinkedHashMap<>();
    for (ExtractionTrigger trigger : target.triggers()) {
      int number = seen.merge(trigger.name(), 1, Integer::sum);
      String key = number == 1 ? trigger.name() : trigger.name() + "#" + number;
      trigger.attach(new StoreTrigger(this, target.store(), key));
    }
  }

  void listen(Consumer<TurnEnded> listener) {
    turnListeners.add(listener);
  }

  /** Returns the names of the stores with extraction, in order. */
  public Set<String> stores() {
    return targets.keySet();
  }

  public ExtractionJournal journal() {
    return journal;
  }

  public ExtractionSettings settings() {
    return parts.settings();
  }

  /** Returns true if the filter of a store accepts that kind of part. */
  public boolean wants(MemoryPart.Kind kind) {
    return targets.values().stream().anyMatch(target -> target.filter().lets(kind));
  }

  /** Adds messages to the journal. Throws the journal's exceptions. */
  public void capture(MemoryConversation conversation, List<MemoryMessage> messages) {
    journal.append(conversation, messages);
    captured(conversation);
  }

  /** Marks a conversation after its messages were added to the journal. */
  void captured(MemoryConversation conversation) {
    unsaved.put(conversation, new Object());
  }

  void captureFailed(MemoryConversation conversation, RuntimeException cause) {
    LOG.error(
        "A message of {} could not be captured for memory; the conversation continues without it.",
        conversation.hash(),
        cause);
    parts.observer().dropped(1);
  }

  /**
   * Records the start of a turn. Other open turns of the conversation that do not run in this
   * process are treated as ended.
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
      LOG.error("The start of a turn of {} could not be recorded.", conversation.hash(), e);
    }
  }

  /** Records the end of a turn, successful or not. Each turn counts once. */
  public void turnEnded(MemoryConversation conversation, String turnId) {
    try {
      if (journal.closeTurn(conversation, turnId)) {
        TurnEnded ended = new TurnEnded(conversation, turnId);
        turnListeners.forEach(listener -> tell(listener, ended));
      }
    } catch (RuntimeException e) {
      LOG.error("The end of a turn of {} could not be recorded.", conversation.hash(), e);
    } finally {
      turnsHere.remove(turnId);
    }
  }

  /** Records the end of a turn that started in this process. Does nothing for other turns. */
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

  /**
   * Requests a save, unless saves into the store keep failing. Returns immediately and never
   * throws.
   */
  public void fire(SaveKey key) {
    try {
      if (journal.request(key, parts.settings().backOff())) {
        wake(key);
      } else {
        parts.observer().backedOff(key.store());
      }
    } catch (RuntimeException e) {
      LOG.error(
          "A save of {} into the memory store '{}' could not be requested; its"
              + " messages stay in the journal.",
          key.conversation().hash(),
          key.store(),
          e);
    }
  }

  void wake(SaveKey key) {
    workers.wake(key, parts.observer().link());
  }

  private void workedOff(SaveKey key) {
    journal.trim(key.conversation(), stores());
    forgetIfSaved(key.conversation());
  }

  private void forgetIfSaved(MemoryConversation conversation) {
    Object mark = unsaved.get(conversation);
    if (mark != null && keys(conversation).stream().allMatch(key -> journal.pending(key) == 0)) {
      // Keeps messages captured after the check; a flush must see the conversation.
      unsaved.remove(conversation, mark);
    }
  }

  /** Removes conversations that other processes have saved. */
  void forgetSaved() {
    List.copyOf(unsaved.keySet()).forEach(this::forgetIfSaved);
  }

  private List<SaveKey> keys(MemoryConversation conversation) {
    return stores().stream().map(store -> new SaveKey(conversation, store)).toList();
  }

  /**
   * Waits for started writes, and saves every conversation with unsaved messages known to this
   * process into every store, one attempt each regardless of failures. Waits until all saves have
   * ended or the time limit has expired. Never throws for a store or the journal.
   */
  public FlushReport flush(Duration limit) {
    return flush(() -> unsaved.keySet().stream(), limit);
  }

  /** Saves one conversation, if there is one, into every store. */
  public FlushReport flush(Optional<MemoryConversation> conversation, Duration limit) {
    return flush(conversation::stream, limit);
  }

  private FlushReport flush(Supplier<Stream<MemoryConversation>> conversations, Duration limit) {
    return new Flush(journal, this::wake, workers, parts.writes())
        .run(() -> conversations.get().flatMap(c -> keys(c).stream()).toList(), limit);
  }

  /**
   * Deletes an owner's messages and waits for the owner's saves in every process that shares the
   * journal, so that no save delivers anything later.
   *
   * @return stores whose saves have not ended after twice their time limit
   */
  public Set<String> forget(MemoryOwner owner) {
    journal.discard(owner);
    Duration limit = parts.settings().timeout().multipliedBy(2);
    Set<SaveKey> saving =
        workers.awaitSaved(key -> key.conversation().owner().equals(owner), limit);
    if (saving.isEmpty()) {
      saving = awaitElsewhere(owner, limit);
    }
    journal.forget(owner);
    return saving.stream().map(SaveKey::store).collect(Collectors.toSet());
  }

  /** Polls the journal, because only it knows the saves of other processes. */
  private Set<SaveKey> awaitElsewhere(MemoryOwner owner, Duration limit) {
    Monitor pause = new Monitor(parts.deadlines());
    Set<SaveKey> leased = Set.copyOf(journal.discard(owner));
    for (Duration waited = Duration.ZERO;
        !leased.isEmpty() && waited.compareTo(limit) < 0;
        waited = waited.plus(LOOK_AGAIN)) {
      pause.await(() -> false, LOOK_AGAIN);
      if (Thread.currentThread().isInterrupted()) {
        return leased;
      }
      leased = Set.copyOf(journal.discard(owner));
    }
    return leased;
  }

  /** Returns items that stores rejected although they accepted later ones, newest first. */
  public List<SetAside> setAside(int limit) {
    return journal.setAside(stores(), limit);
  }

  /**
   * Waits until no save runs in this process.
   *
   * @return false if the time limit expires first
   */
  public boolean awaitIdle(Duration limit) {
    return workers.awaitAllIdle(limit);
  }

  /** Returns the backlog of each store. */
  public Map<String, StoreBacklog> backlog() {
    return journal.backlog(stores());
  }

  /** Starts sweeping; also again after {@link #close}. */
  public void start() {
    workers.open();
    sweeping.start();
  }

  /** Sweeps once, unless another process is sweeping. */
  public void sweep() {
    sweeper.sweep();
  }

  /**
   * Stops sweeping and saving until {@link #start}. Aborts running saves and returns their leases,
   * so their messages are delivered again. Call a flush before.
   */
  @Override
  public void close() {
    sweeping.close();
    workers.close();
    workers.awaitAllIdle(Duration.ofSeconds(5));
  }
}
