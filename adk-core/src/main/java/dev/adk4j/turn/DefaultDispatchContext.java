package dev.adk4j.turn;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchContext.OutputFilter;
import dev.adk4j.loop.DispatchContext.OutputFilter.Kind;
import dev.adk4j.loop.Operation;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.stored.TurnGates;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The context of a dispatch, either derived from a turn or standalone. */
final class DefaultDispatchContext extends ContextSupport implements DispatchContext {

  private static final Logger log = LoggerFactory.getLogger(DefaultDispatchContext.class);

  final @Nullable ContextSupport parent;
  private final @Nullable Parking parking;
  private final RawDispatchContext.@Nullable GateFunction gates;
  final DispatchListeners listeners;
  private final DispatchSignal signal = new DispatchSignal();
  final WriteQueue writes;
  private final List<Consumer<GenerationStats>> statsHandlers = new CopyOnWriteArrayList<>();
  private volatile String dispatchId = "";
  private volatile int iteration;
  private volatile @Nullable Thread loop;
  private final Set<String> passing = ConcurrentHashMap.newKeySet(1);
  private volatile @Nullable OutputFilter filter;
  private final @Nullable CallJournal journal;

  /**
   * Creates a context that takes all data from the parent.
   *
   * @param parking that of the turn's own dispatch; null for a dispatch that blocks
   */
  DefaultDispatchContext(
      ContextSupport parent, DispatchListeners listeners, @Nullable Parking parking) {
    super(parent);
    this.parent = parent;
    this.parking = parking;
    this.gates = null;
    this.listeners = listeners;
    this.writes = new WriteQueue(this, parking);
    this.journal = parking == null ? null : parking.journal(this);
  }

  /** Creates a standalone context. */
  DefaultDispatchContext(RawDispatchContext raw, DispatchListeners listeners) {
    super(Ids.next(), raw.seed(), raw.callbacks);
    this.parent = null;
    this.parking = null;
    this.gates = raw.waitFor;
    this.listeners = listeners;
    this.writes = new WriteQueue(this, null);
    this.journal = null;
  }

  @Override
  public String turnId() {
    return parent == null ? id() : parent.turnId();
  }

  @Override
  public int attempt() {
    return parent == null ? 1 : parent.attempt();
  }

  @Override
  public String dispatchId() {
    return dispatchId;
  }

  @Override
  public boolean isFirstIteration() {
    return iteration == firstIteration();
  }

  /** Returns the iteration with which this dispatch begins; 0 unless the turn is resumed. */
  int firstIteration() {
    StoredTurn resumed = Parking.resumed(parking);
    return resumed == null ? 0 : resumed.iteration();
  }

  @Override
  public int iteration() {
    return iteration;
  }

  /**
   * The parent's abort counts from the moment it happened: the aborting thread may still be
   * notifying others before this one's signal, while a gate that it closed has already been
   * reported here.
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
    emitting(
        () -> {
          statsHandlers.forEach(handler -> call(handler, stats));
          listeners.observe(
              TurnEvent.GENERATION_STATS,
              new GenerationStatsEvent(turnId(), dispatchId, iteration, clock().instant(), stats));
        });
  }

  private static void call(Consumer<GenerationStats> handler, GenerationStats stats) {
    try {
      handler.accept(stats);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("A handler of generation statistics failed; the others are called.", e);
    }
  }

  @Override
  public int toolCallCount(String checksum) {
    return writes.toolCalls.of(checksum);
  }

  @Override
  void write(CallbackKey key, Object value) {
    Objects.requireNonNull(value, () -> key.operation() + " was given null");
    Object kept = kept(value);
    if (kept != null) {
      writes.write(key, kept);
    }
  }

  private @Nullable Object kept(Object value) {
    OutputFilter asked = filter;
    return switch (value) {
      case Message message
          when asked != null
              && message.role() == MessageRole.ASSISTANT
              && !passing.contains(message.id()) ->
          asked.stored(message);
      case Thought thought when asked != null -> asked.stored(thought);
      default -> value;
    };
  }

  @Override
  public void filterOutput(OutputFilter filter) {
    this.filter = Objects.requireNonNull(filter, "filter");
  }

  @Override
  public void letPass(String messageId) {
    passing.add(messageId);
  }

  @Nullable OutputFilter filter() {
    return filter;
  }

  /** A filter sees the whole emitted content. */
  @Override
  @Nullable TurnStreamableContent filtered(Kind kind, TurnStreamableContent content) {
    OutputFilter asked = filter;
    if (asked == null || (kind == Kind.MESSAGE && passing.contains(content.id()))) {
      return content;
    }
    if (!content.isComplete()) {
      return null;
    }
    String text = asked.told(kind, content.id(), content.full(), true);
    return TurnStreamableContent.of(
        content.id(), text, text, true, content.createdAt(), content.updatedAt());
  }

  @Override
  public void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) {
    writes.replaceGroup(new Write.Group(List.copyOf(ids), List.copyOf(replacements)));
  }

  /** Returns true if the turn was stored as a waiting one. */
  boolean waits() {
    return parking != null && parking.waiting() != null;
  }

  @Override
  public boolean parksApprovals() {
    return parking != null && parking.parks;
  }

  @Override
  public boolean park(
      List<StoredTurn.Call> calls, Map<String, GateRequest<?>> gates, JsonValue results) {
    return parksApprovals() && Objects.requireNonNull(parking).park(this, calls, gates, results);
  }

  @Override
  public GateRecord leave(TicketRequest request) {
    if (parking == null || !parking.canLeave()) {
      throw new IllegalStateException(
          "A call waits for a ticket or a time only in a turn of a conversation that does not block"
              + " at its gates: give the agent a registry(…), and do not call waitForGates.");
    }
    return parking.leave(request);
  }

  @Override
  public Optional<CallJournal> journal() {
    return Optional.ofNullable(journal);
  }

  /** Stores messages that were sent to the turn, before its model is asked. */
  void takeLetters() {
    TurnProgress progress = progress();
    if (progress != null && hasMore() && parent instanceof LiveTurn turn) {
      progress.takeLetters(this, turn::filtered);
    }
  }

  private boolean hasMore() {
    return parking != null && parking.hasMore();
  }

  /**
   * Continues after an ack if messages came that the model has not seen. Returns false if none
   * came.
   */
  boolean reopen() {
    boolean more = isAcked() && !aborted() && hasMore();
    if (more) {
      signal.reopen();
      writes.open();
    }
    return more;
  }

  /** Returns the progress of the turn; null if no other process can resume it. */
  @Nullable TurnProgress progress() {
    return Parking.progressOf(parking);
  }

  @Override
  public void emitInner(InnerEvent event) {
    window.run(() -> tell(TurnEvent.INNER, event));
  }

  @Override
  <T> void tell(EventKey<T> key, T event) {
    try {
      listeners.emit(key, event);
    } finally {
      if (parent != null) {
        parent.tell(key, event);
      }
    }
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // null only if the request's type allows it
  public <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception {
    if (parent != null) {
      return parent.waitFor(request);
    }
    RawDispatchContext.GateFunction open = gates;
    if (open == null) {
      throw new AdkException(
          AdkErrorCode.E_LLM_EXECUTION_GATE_NOT_SUPPORTED,
          "This standalone dispatch cannot open gates: its raw context was given no waitFor function.");
    }
    GateRequest<T> checked = TurnGates.checked(request);
    return instrumentation()
        .around(new Operation.GateWait(this, checked), () -> (T) open.waitFor(checked));
  }

  /** Waits for handlers of an ack on another thread: their writes belong to the dispatch. */
  void awaitAckHandlers() {
    signal.awaitHandlers(abortSignal());
  }

  /**
   * Runs an emission inside the window; on the loop's own thread, the end cannot come meanwhile.
   *
   * @throws IllegalStateException if the end was emitted
   */
  void emitting(Runnable emission) {
    if (Thread.currentThread() == loop) {
      emission.run();
    } else {
      window.run(emission);
    }
  }

  /**
   * Ends the dispatch: nothing is stored any more, and without a turn no event is emitted either.
   */
  void end() {
    loop = null;
    writes.end();
    if (parent == null) {
      window.close();
    }
  }

  void begin(String dispatchId) {
    this.dispatchId = dispatchId;
    this.loop = Thread.currentThread();
    writes.open();
  }

  void iteration(int iteration) {
    this.iteration = iteration;
  }
}
