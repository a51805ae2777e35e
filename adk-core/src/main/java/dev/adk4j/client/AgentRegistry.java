package dev.adk4j.client;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.LimitException;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.CronTimes;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnSchedules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Duration SWEEPS = Duration.ofSeconds(5);

  private final TurnStore store;
  private final GateService gates;
  final TurnResumer resumer;
  final TurnTree tree;
  final StoredTurns turns;
  final AgentNames agents = new AgentNames();

  /** Turns that tools of turns of this process wait for. */
  private final Map<String, InnerTurn> inners = new ConcurrentHashMap<>();

  private final Map<String, TurnHandle> running = new ConcurrentHashMap<>();

  /** The locks of all agents, since several agents may take part in one conversation. */
  final ConversationLocks locks = new ConversationLocks();

  private volatile CronTimes cronTimes =
      (cron, zone, after) -> {
        throw new IllegalArgumentException("nothing reads it: set AgentRegistry.cronTimes(…)");
      };
  private volatile Function<? super StoredTurn, List<Message>> unfinished = turn -> List.of();
  private final List<Consumer<? super Optional<Answer>>> listeners = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<? super StoredTurn, ? super TurnCall>> beforehand =
      new CopyOnWriteArrayList<>();

  AgentRegistry(GateService gates, @Nullable TurnQueue queue, Duration sweeps) {
    this.store = gates.store();
    this.gates = gates;
    this.resumer =
        TurnResumer.builder(gates, new Runner())
            .queue(queue)
            .interval(sweeps)
            .beside(() -> runSchedules(Instant.now()))
            .build();
    this.tree = new TurnTree(gates, resumer);
    this.turns = new StoredTurns(gates, resumer, tree);
  }

  private final class Runner implements TurnResumer.Runner {

    @Override
    public void run(StoredTurn turn) throws Exception {
      resume(turn);
    }

    @Override
    public void abort(String turnId, Object reason) {
      AgentRegistry.this.abort(turnId, reason);
    }

    @Override
    public List<StoredTurn> inner(StoredTurn turn) {
      return TurnTree.inner(store, turn);
    }

    @Override
    public boolean end(
        TurnStore store, StoredTurn turn, StoredTurn.State end, @Nullable String error) {
      AgentClient agent = agents.get(TurnOptions.agentOf(turn));
      List<Message> written = agent == null ? List.of() : written(turn);
      if (agent == null || written.isEmpty()) {
        return store.finish(turn, end, error);
      }
      try {
        PreparedTurn prepared = agent.turns.resumed(turn);
        return prepared.runner().end(prepared.raw(), end, error, written);
      } catch (RuntimeException e) {
        log.warn("What turn {} wrote of its answer could not be kept.", turn.turnId(), e);
        return store.finish(turn, end, error);
      }
    }
  }

  /** Returns a registry over the store of these gates, and begins to resume its turns. */
  public static AgentRegistry of(GateService gates) {
    return new AgentRegistry(gates, null, SWEEPS);
  }

  /**
   * Returns a registry with a queue that chooses the process that runs a durable turn. Without one,
   * the process that accepts a turn runs it, or the first one that finds it.
   */
  public static AgentRegistry of(GateService gates, TurnQueue queue) {
    return new AgentRegistry(gates, Objects.requireNonNull(queue, "queue"), SWEEPS);
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
    String name = TurnOptions.agentOf(claimed);
    AgentClient agent = agents.get(name);
    if (agent == null) {
      if (claimed.isDurable()) {
        log.warn(
            "This process has no agent '{}' for turn {}: leaving it to others.",
            name,
            claimed.turnId());
        store.release(claimed);
        return Optional.empty();
      }
      throw new IllegalStateException(
          "This process has no agent '" + name + "' for turn " + claimed.turnId());
    }
    PreparedTurn turn = agent.turns.resumed(claimed);
    InnerTurn inner = inners.get(claimed.turnId());
    try {
      turn.start(
          call -> inner == null ? listened(claimed, call) : inner.listen(call),
          call -> call.runHere(handle -> begins(claimed.turnId(), turn, inner, handle)));
    } catch (LimitException e) {
      if (claimed.isDurable()) {
        log.info("Turn {} waits for a limit of this process: {}", claimed.turnId(), e.getMessage());
        store.release(claimed);
        return Optional.empty();
      }
      throw e;
    } finally {
      // an aborted turn leaves its thread interrupted, which must still store what follows
      Thread.interrupted();
    }
    if (OuterTurn.of(claimed) != null && inner == null) {
      // no thread waits for the inner turn here: the enclosing one is next
      StoredTurn outer = tree.outermost(claimed);
      resumer.wake(outer.scope(), outer.turnId());
    }
    try {
      return Optional.of(turn.collector().answer.get());
    } catch (ExecutionException failed) {
      stopWithin(claimed);
      return Optional.empty(); // the store has the code of the failure
    }
  }

  private void stopWithin(StoredTurn ended) {
    try {
      resumer.stopWithin(ended);
    } catch (RuntimeException e) {
      log.warn("The turns within turn {} could not be stopped.", ended.turnId(), e);
    }
  }

  private void begins(
      String turnId, PreparedTurn turn, @Nullable InnerTurn inner, TurnHandle handle) {
    turns.runs(turnId, turn.collector().answer);
    running.put(turnId, handle);
    handle.completion().whenComplete((nothing, failure) -> running.remove(turnId, handle));
    if (inner != null && inner.ctx().aborted()) {
      handle.abort();
    }
  }

  private TurnCall listened(StoredTurn turn, TurnCall call) {
    if (OuterTurn.of(turn) == null) {
      beforehand.forEach(listener -> listener.accept(turn, call));
    }
    return call;
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
      StoredTurn turn = turns.awaited(scope, turnId, StoredTurns.FOREVER, inner.ctx()::aborted);
      if (inner.ctx().aborted()) {
        abort(turnId, null);
      }
      return Optional.of(turns.result(turn));
    } finally {
      inners.remove(turnId, inner);
    }
  }

  private boolean abort(String turnId, @Nullable Object reason) {
    TurnHandle handle = running.get(turnId);
    if (handle != null) {
      handle.abort(reason);
    }
    return handle != null;
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
    Violations.require(
        patience.isPositive(), "$.parkAfter", "range", "must be positive, was " + patience);
    gates.parkedGates().patience(patience);
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
                new AdkException(
                    AdkErrorCode.E_NOT_IMPLEMENTED,
                    "Schedules need a store that outlives the process: add adk-jdbc-storage."));
  }

  /** Returns the operations on stored turns of all agents and processes, for operators. */
  public TurnOperations operations() {
    return new TurnOperations(store, resumer);
  }

  /** Aborts a turn of the conversation that was resumed here. */
  boolean abort(Scope scope, String turnId) {
    return store.find(scope, turnId).isPresent() && abort(turnId, null);
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
