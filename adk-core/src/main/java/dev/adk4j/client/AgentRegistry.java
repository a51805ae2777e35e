package dev.adk4j.client;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.LimitException;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.CronTimes;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.ParkedGates;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnSchedules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Registers the agents of this process, and resumes their waiting and durable turns. A decision
 * made in any process resumes the turn in one of the processes whose agents have such a registry
 * over the same stores; one of these processes runs each durable turn. Create one for each process
 * and pass it to the clients of all agents. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AgentRegistry implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AgentRegistry.class);

  private static final Set<String> OURS =
      Set.of(
          AgentRegistry.class.getName(),
          AgentClient.class.getName(),
          AgentClient.Builder.class.getName());
  private static final int ANSWERS_KEPT = 1_000;
  private static final Duration FOREVER = Duration.ofDays(365);
  private static final Duration MOMENT = Duration.ofSeconds(2);
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final TurnStore store;
  private final GateService gates;
  private final TurnResumer resumer;
  private final ParkedGates left;
  private final Map<String, Registered> agents = new ConcurrentHashMap<>();

  /** Turns that tools of turns of this process wait for. */
  private final Map<String, InnerTurn> inners = new ConcurrentHashMap<>();

  private final Map<String, TurnHandle> running = new ConcurrentHashMap<>();
  private final ConversationLocks locks = new ConversationLocks();
  private volatile CronTimes cronTimes =
      (cron, zone, after) -> {
        throw new IllegalArgumentException("nothing reads it: set AgentRegistry.cronTimes(…)");
      };
  private volatile Function<? super StoredTurn, List<Message>> unfinished = turn -> List.of();
  private final List<Consumer<? super Optional<Answer>>> listeners = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<? super StoredTurn, ? super TurnCall>> beforehand =
      new CopyOnWriteArrayList<>();

  /**
   * Ends of turns here, with the data that the store does not keep: usage, tool calls and causes.
   */
  private final Map<String, CompletableFuture<Answer>> ended =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(
                Map.Entry<String, CompletableFuture<Answer>> eldest) {
              return size() > ANSWERS_KEPT;
            }
          });

  private AgentRegistry(GateService gates, @Nullable TurnQueue queue) {
    this.store = gates.store();
    this.gates = gates;
    this.left = gates.parkedGates();
    this.resumer =
        TurnResumer.builder(gates, new Runner())
            .queue(queue)
            .beside(() -> runSchedules(Instant.now()))
            .build();
  }

  private final class Runner implements TurnResumer.Runner {

    @Override
    public void run(StoredTurn turn) throws Exception {
      resume(turn);
    }

    @Override
    public void lose(String turnId) {
      AgentRegistry.this.abort(turnId, TurnRules.LOST);
    }

    @Override
    public void stop(String turnId) {
      AgentRegistry.this.abort(turnId, TurnRules.STOPPED);
    }

    @Override
    public boolean end(
        TurnStore store, StoredTurn turn, StoredTurn.State end, @Nullable String error) {
      TurnSnapshot memo = TurnSnapshot.of(turn.memo());
      AgentClient agent = agent(memo.agent());
      List<Message> written = agent == null ? List.of() : written(turn);
      if (agent == null || written.isEmpty()) {
        return store.finish(turn, end, error);
      }
      try {
        PreparedTurn prepared = agent.resumed(turn, memo);
        return prepared.runner().end(prepared.raw(), end, error, written);
      } catch (RuntimeException e) {
        log.warn("What turn {} wrote of its answer could not be kept.", turn.turnId(), e);
        return store.finish(turn, end, error);
      }
    }
  }

  /** Returns a registry over the store of these gates, and begins to resume its turns. */
  public static AgentRegistry of(GateService gates) {
    return new AgentRegistry(gates, null);
  }

  /**
   * Returns a registry with a queue that chooses the process that runs a durable turn. Without one,
   * the process that accepts a turn runs it, or the first one that finds it.
   */
  public static AgentRegistry of(GateService gates, TurnQueue queue) {
    return new AgentRegistry(gates, Objects.requireNonNull(queue, "queue"));
  }

  /** Returns the locks of all agents, since several agents may take part in one conversation. */
  ConversationLocks locks() {
    return locks;
  }

  /**
   * An agent and the place of its registration.
   *
   * @param place the calling code, for the error message about a second agent of the name
   */
  private record Registered(AgentClient agent, String place) {}

  @Nullable AgentClient agent(String name) {
    Registered known = agents.get(name);
    return known == null ? null : known.agent();
  }

  /**
   * Registers an agent, which resumes the stored turns of its name.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if another agent has the name
   */
  void register(AgentClient agent) {
    String place =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> !OURS.contains(frame.getClassName()))
                        .findFirst()
                        .map(Object::toString)
                        .orElse("unknown code"));
    Registered known = agents.putIfAbsent(agent.name(), new Registered(agent, place));
    if (known != null) {
      throw AdkException.of(AdkErrorCode.VALIDATION_EXCEPTION)
          .message(
              "Two agents are named '%s': one was registered at %s, another at %s. Stored turns are resumed by name: give each a name of its own with AgentClient.builder(…).name(…)."
                  .formatted(agent.name(), known.place(), place))
          .args(agent.name())
          .build();
    }
  }

  /**
   * Calls the listener with the next answer of each turn that resumes here; empty if the turn
   * failed or was aborted. Called on the turn's thread, right after its end.
   */
  public Subscription onContinued(Consumer<? super Optional<Answer>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /**
   * Calls the listener right before each turn resumes here, so that it can add listeners to the
   * call of the turn. Turns that tools run within others are left out: their events are events of
   * the outer turn.
   */
  public Subscription beforeContinued(BiConsumer<? super StoredTurn, ? super TurnCall> listener) {
    beforehand.add(listener);
    return () -> beforehand.remove(listener);
  }

  /**
   * Sets the function that returns text of a durable turn that readers saw and that was not stored,
   * such as {@code TurnEvents::unfinished} of adk-spring-web. If a turn ends whose process died,
   * the text is stored as a {@linkplain Message#isPartial() partial answer}.
   */
  public AgentRegistry unfinished(Function<? super StoredTurn, List<Message>> texts) {
    unfinished = Objects.requireNonNull(texts, "texts");
    return this;
  }

  /** A turn that no process ran before this claim has emitted no text. */
  private List<Message> written(StoredTurn turn) {
    try {
      return turn.isDurable() && turn.token() > 1 ? unfinished.apply(turn) : List.of();
    } catch (RuntimeException e) {
      log.warn("What turn {} wrote of its answer cannot be read.", turn.turnId(), e);
      return List.of();
    }
  }

  private void resume(StoredTurn claimed) throws Exception {
    Optional<Answer> next = Optional.empty();
    try {
      next = continued(claimed);
    } finally {
      if (claimed.phase() != StoredTurn.Phase.ACCEPTED) {
        tell(next);
      }
    }
  }

  private void tell(Optional<Answer> next) {
    for (Consumer<? super Optional<Answer>> listener : listeners) {
      try {
        listener.accept(next);
      } catch (RuntimeException e) {
        log.error("A listener for turns that went on failed.", e);
      }
    }
  }

  private Optional<Answer> continued(StoredTurn claimed) throws Exception {
    TurnSnapshot memo = TurnSnapshot.of(claimed.memo());
    AgentClient agent = agent(memo.agent());
    if (agent == null) {
      if (claimed.isDurable()) {
        log.warn(
            "This process has no agent '{}' for turn {}: leaving it to others.",
            memo.agent(),
            claimed.turnId());
        store.release(claimed);
        return Optional.empty();
      }
      throw new IllegalStateException(
          "This process has no agent '" + memo.agent() + "' for turn " + claimed.turnId());
    }
    PreparedTurn turn = agent.resumed(claimed, memo);
    InnerTurn inner = inners.get(claimed.turnId());
    TurnHandle handle;
    try {
      handle =
          turn.start(call -> inner == null ? listened(claimed, memo, call) : inner.listen(call));
    } catch (LimitException e) {
      if (claimed.isDurable()) {
        log.info("Turn {} waits for a limit of this process: {}", claimed.turnId(), e.getMessage());
        store.release(claimed);
        return Optional.empty();
      }
      throw e;
    }
    ended.put(claimed.turnId(), turn.collector().answer());
    running.put(claimed.turnId(), handle);
    try {
      if (inner != null && inner.ctx().aborted()) {
        handle.abort();
      }
      handle.join();
    } finally {
      running.remove(claimed.turnId(), handle);
    }
    if (memo.outer() != null && inner == null) {
      // no thread waits for the inner turn here: the enclosing one is next
      StoredTurn outer = outermost(claimed);
      resumer.await(outer.scope(), outer.turnId(), AT_ONCE);
    }
    try {
      return Optional.of(turn.collector().answer().get());
    } catch (ExecutionException failed) {
      return Optional.empty(); // the store has the code of the failure
    }
  }

  private TurnCall listened(StoredTurn turn, TurnSnapshot memo, TurnCall call) {
    if (memo.outer() == null) {
      beforehand.forEach(listener -> listener.accept(turn, call));
    }
    return call;
  }

  /** Returns the durable turn that was accepted before for the same request. */
  Optional<StoredTurn> accepted(StoredTurn turn) {
    StoredTurn.Acceptance asked = Objects.requireNonNull(turn.acceptance());
    return asked.key() == null
        ? Optional.empty()
        : store.findByKey(turn.scope(), asked.key()).map(known -> TurnRules.same(known, asked));
  }

  TurnStore.Accepted accept(
      StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within) {
    return store.accept(turn, maxQueued, within);
  }

  Optional<String> steer(Scope scope, TurnStore.Letter letter, int maxUnread) {
    return store.steer(scope, letter, maxUnread);
  }

  /** Asks a turn of the conversation to stop, in whichever process it runs. */
  boolean stop(Scope scope, String turnId, GateActor actor) {
    StoredTurn turn = store.find(scope, turnId).orElse(null);
    if (turn == null || turn.state().isFinal() || !resumer.stop(scope, turnId, actor)) {
      return false;
    }
    inner(turn).forEach(each -> cancelWaiting(each, actor));
    return true;
  }

  void wake(Scope scope, String turnId) {
    resumer.wake(scope, turnId);
  }

  /** Returns the answer, or the gates that the turn waits for; empty while it is queued or runs. */
  Optional<Answer> answer(Scope scope, String turnId, Duration atMost) {
    StoredTurn turn = awaited(scope, turnId, atMost);
    return resumer.rests(turn) ? Optional.of(result(turn)) : Optional.empty();
  }

  private @Nullable StoredTurn outerOf(StoredTurn turn) {
    TurnSnapshot.Outer outer = TurnSnapshot.of(turn.memo()).outer();
    return outer == null
        ? null
        : store
            .find(turn.scope().withConversation(outer.conversation()), outer.turn())
            .orElse(null);
  }

  /**
   * Returns the turn that the conversation's user knows; the turn itself if that one does not exist
   * any more.
   */
  private StoredTurn outermost(StoredTurn turn) {
    StoredTurn outer = outerOf(turn);
    return outer == null ? turn : outermost(outer);
  }

  /** Returns the same for an enclosing turn that another thread is about to store. */
  private StoredTurn saved(StoredTurn turn) {
    TurnSnapshot.Outer outer = TurnSnapshot.of(turn.memo()).outer();
    if (outer != null) {
      Scope around = turn.scope().withConversation(outer.conversation());
      resumer.awaitStored(around, outer.turn(), MOMENT);
    }
    return outermost(turn);
  }

  /** Returns the turns that calls of the turn wait for. */
  private List<StoredTurn> inner(StoredTurn turn) {
    return turn.calls().stream()
        .filter(call -> ToolCallRunner.hasBegun(turn.results(), call.id()))
        .flatMap(
            call ->
                store
                    .find(turn.scope(), call.id())
                    .or(() -> store.find(turn.scope().within(call.id()), call.id()))
                    .stream())
        .toList();
  }

  /**
   * Resumes a waiting turn that a tool runs, on behalf of the tool, until it has ended or waits for
   * undecided gates; empty if it never waited.
   *
   * @throws AgentTurnException if it gave no answer
   */
  Optional<Answer> inner(Scope scope, InnerTurn inner) {
    String turnId = inner.callId();
    if (store.find(scope, turnId).isEmpty()) {
      return Optional.empty();
    }
    inners.put(turnId, inner);
    try (Subscription abort =
        inner
            .ctx()
            .abortSignal()
            .onAbort(
                reason -> {
                  abort(turnId, null);
                  resumer.tell(turnId);
                })) {
      StoredTurn turn = awaited(scope, turnId, FOREVER, inner.ctx()::aborted);
      if (inner.ctx().aborted()) {
        abort(turnId, null);
      }
      return Optional.of(result(turn));
    } finally {
      inners.remove(turnId, inner);
    }
  }

  private void abort(String turnId, @Nullable Object reason) {
    TurnHandle handle = running.get(turnId);
    if (handle != null) {
      handle.abort(reason);
    }
  }

  /** Returns the turn of the conversation that waits, or is being resumed. */
  Optional<Answer> open(Scope scope) {
    List<StoredTurn> open = store.open(scope);
    return open.stream()
        .filter(turn -> TurnSnapshot.of(turn.memo()).outer() == null)
        .findFirst()
        .or(() -> open.stream().findFirst())
        .map(this::waiting);
  }

  /** Ends the waiting turns of the conversation without starting any of their calls. */
  void cancelWaiting(Scope scope, GateActor actor) {
    // the enclosing ones first, so that they do not resume with an aborted inner turn
    store.open(scope).reversed().forEach(turn -> cancelWaiting(turn, actor));
  }

  /** Ends a waiting turn of the conversation without starting any of its calls. */
  boolean cancel(Scope scope, String turnId, GateActor actor) {
    StoredTurn turn = store.find(scope, turnId).orElse(null);
    if (turn == null || turn.state() != StoredTurn.State.WAITING) {
      return false;
    }
    cancelWaiting(turn, actor);
    return store
        .find(scope, turnId)
        .filter(now -> now.state() == StoredTurn.State.ABORTED)
        .isPresent();
  }

  private boolean cancelWaiting(StoredTurn turn, GateActor actor) {
    List<StoredTurn> inner = inner(turn);
    boolean ended = resumer.cancelWaiting(turn, actor);
    inner.forEach(each -> cancelWaiting(each, actor));
    return ended;
  }

  /**
   * Sets the evaluator of the cron expressions of schedules. Spring Boot sets one. Without one,
   * schedules have a single time.
   */
  public AgentRegistry cronTimes(CronTimes times) {
    cronTimes = Objects.requireNonNull(times, "times");
    return this;
  }

  /**
   * Sets how long a tool of a durable turn keeps its thread while it waits at a gate with {@code
   * waitFor}. After that time, {@code waitFor} throws an {@link dev.adk4j.abort.AbortException},
   * and the turn waits in the store. When the gate is decided, the tool is called again from its
   * beginning, and its {@code waitFor} returns at once. Without this setting, a tool keeps its
   * thread.
   *
   * <p>Everything the tool does before it waits is done again, so it must be safe to repeat. Its
   * waits must come in the same order each time.
   *
   * @param patience positive
   */
  public AgentRegistry parkAfter(Duration patience) {
    new Violations()
        .check(patience.isPositive(), "$.parkAfter", "range", "must be positive, was " + patience)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    left.patience(patience);
    return this;
  }

  CronTimes cronTimes() {
    return cronTimes;
  }

  /**
   * Accepts the turns of due schedules. Also runs every 5 seconds by itself.
   *
   * @return the number of turns accepted here
   */
  public int runSchedules(Instant now) {
    return store
        .schedules()
        .map(known -> known.run(now, cronTimes, DurableRequest::turn))
        .orElse(0);
  }

  TurnSchedules schedules() {
    return store
        .schedules()
        .orElseThrow(
            () ->
                AdkException.of(AdkErrorCode.E_NOT_IMPLEMENTED)
                    .message(
                        "Schedules need a store that outlives the process: add adk-jdbc-storage.")
                    .build());
  }

  /** Returns the operations on stored turns of all agents and processes, for operators. */
  public TurnOperations operations() {
    return new TurnOperations(store, resumer, this::cancelWaiting);
  }

  Answer waiting(StoredTurn turn) {
    return Answer.waiting(turn.turnId(), null, gates(turn), GenerationStats.none(), null);
  }

  List<WaitingGate> gates(StoredTurn turn) {
    Map<String, WaitingGate> open = new LinkedHashMap<>();
    resumer.openGates(turn).forEach(gate -> open.put(gate.ref(), gate(gate)));
    inner(turn).forEach(each -> gates(each).forEach(gate -> open.putIfAbsent(gate.id(), gate)));
    return List.copyOf(open.values());
  }

  private WaitingGate gate(GateRecord gate) {
    JsonNode args = gate.payload() == null ? null : gate.payload().node().path("args");
    return new WaitingGate(
        gate.ref(),
        gate.tool(),
        args == null || args.isMissingNode() ? null : JsonValue.of(args),
        gate.reason(),
        gate.deadline(),
        gate.toolCallId(),
        gate.checksum(),
        gates.schema(gate.ref()).orElse(null));
  }

  /** Decides on a gate of the conversation, and waits for the outcome. */
  Answer decide(Scope scope, String ref, GateActor actor, GateDecision decision) {
    StoredTurn turn = ofGate(scope, ref).orElseThrow(() -> notFound(ref));
    gates.decide(ref, actor, decision);
    return answer(turn.scope(), turn.turnId());
  }

  /**
   * Decides on a gate of the conversation, including one that blocks its turn. Returns the turn
   * that the conversation's user knows.
   */
  String settle(Scope scope, String ref, GateActor actor, GateDecision decision) {
    StoredTurn turn = ofGate(scope, ref).orElse(null);
    if (turn == null) {
      return settle(gates, scope, ref, actor, decision);
    }
    gates.decide(ref, actor, decision);
    return turn.turnId();
  }

  /** Decides on a gate of the conversation. Returns the turn that asked. */
  static String settle(
      GateService gates, Scope scope, String ref, GateActor actor, GateDecision decision) {
    gates
        .find(scope.tenant(), ref)
        .filter(found -> sameConversation(found.scope(), scope))
        .orElseThrow(() -> notFound(ref));
    return gates.decide(ref, actor, decision).turnId();
  }

  private Optional<StoredTurn> ofGate(Scope scope, String ref) {
    return store
        .findByGate(scope.tenant(), ref)
        .map(this::saved)
        .filter(found -> sameConversation(found.scope(), scope));
  }

  /** Aborts a turn of the conversation that was resumed here. */
  boolean abort(Scope scope, String turnId) {
    TurnHandle handle = store.find(scope, turnId).isEmpty() ? null : running.get(turnId);
    if (handle != null) {
      handle.abort();
    }
    return handle != null;
  }

  private static boolean sameConversation(Scope one, Scope other) {
    return one.conversation() != null
        && one.tenant().equals(other.tenant())
        && one.outermost().requireConversation().equals(other.outermost().requireConversation());
  }

  /** Waits until the turn has ended, or waits for gates. */
  Answer answer(Scope scope, String turnId) {
    return result(awaited(scope, turnId, FOREVER));
  }

  private StoredTurn awaited(Scope scope, String turnId, Duration atMost) {
    return awaited(scope, turnId, atMost, () -> false);
  }

  private StoredTurn awaited(Scope scope, String turnId, Duration atMost, BooleanSupplier ends) {
    try {
      return resumer
          .await(scope, turnId, atMost, ends)
          .orElseThrow(
              () ->
                  AdkException.of(AdkErrorCode.E_GATE_NOT_FOUND)
                      .message("Turn " + turnId + " never waited in this conversation.")
                      .args(turnId)
                      .build());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AgentTurnException(
          turnId, AdkErrorCode.E_TURN_ABORTED, "The wait for the answer was interrupted.", e);
    }
  }

  private Answer result(StoredTurn turn) {
    String turnId = turn.turnId();
    return switch (turn.state()) {
      case COMPLETED -> completed(turn);
      case QUEUED, READY, WAITING, RUNNING -> waiting(turn);
      case ABORTED ->
          throw new AgentTurnException(
              turnId, AdkErrorCode.E_TURN_ABORTED, "Turn " + turnId + " was aborted.", null);
      case FAILED -> throw failed(turn);
    };
  }

  private AgentTurnException failed(StoredTurn turn) {
    AgentTurnException here = failure(turn.turnId());
    AgentTurnException cause = here == null || !here.code().equals(turn.error()) ? null : here;
    return new AgentTurnException(
        turn.turnId(),
        cause == null ? code(turn.error()) : cause.errorCode(),
        "Turn " + turn.turnId() + " failed after the decision: " + turn.error(),
        cause);
  }

  /**
   * Returns the failure of a turn that was resumed here, whose end the store knows before this
   * registry.
   */
  private @Nullable AgentTurnException failure(String turnId) {
    CompletableFuture<Answer> here = ended.get(turnId);
    try {
      if (here != null) {
        here.get(1, TimeUnit.SECONDS);
      }
    } catch (ExecutionException failed) {
      return failed.getCause() instanceof AgentTurnException known ? known : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      log.debug("Turn {} has failed, and its end is not told yet.", turnId);
    }
    return null;
  }

  /**
   * Returns the code of this name. If a turn failed in another process, the message names codes of
   * other modules.
   */
  private static ErrorCode code(@Nullable String name) {
    return Arrays.stream(AdkErrorCode.values())
        .filter(code -> code.name().equals(name))
        .findFirst()
        .orElse(AdkErrorCode.E_NO_ANSWER);
  }

  private Answer completed(StoredTurn turn) {
    CompletableFuture<Answer> told = ended.get(turn.turnId());
    Answer here = told == null || told.isCompletedExceptionally() ? null : told.getNow(null);
    if (here != null && here.status() == Answer.Status.COMPLETED) {
      return here;
    }
    StoredTurn.Answer stored = turn.answer();
    if (stored == null) {
      throw AgentTurnException.noAnswer(turn.turnId(), null);
    }
    return Answer.completed(
        turn.turnId(),
        Message.assistant(stored.messageId(), stored.text(), turn.updatedAt()),
        List.of(),
        GenerationStats.none(),
        null,
        TurnSnapshot.of(turn.memo()).answer());
  }

  static AdkException notFound(@Nullable String ref) {
    return AdkException.of(AdkErrorCode.E_GATE_NOT_FOUND)
        .message("There is no gate '" + ref + "' in this conversation.")
        .args(String.valueOf(ref))
        .build();
  }

  /**
   * Starts no more turns. Turns that were resumed here keep running. Messages that are queued
   * behind a waiting turn are aborted.
   */
  @Override
  public void close() {
    locks.stop();
    resumer.close();
  }
}
