package dev.adk4j.waiting;

import dev.adk4j.gate.GateStore;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps turns that wait for approvals and durable turns, and lets one process at a time go on with
 * each. For the engine and {@link Continuations}. Times are the store's own.
 *
 * <p>A claim carries a {@link WaitingTurn#token()}. Whoever claims a turn after the lease of the
 * last claim ran out, or {@link #take takes} it, makes that claim worthless: its holder can change
 * nothing any more, and is told so with {@code E_TURN_FENCED}.
 *
 * <p>Durable turns of one conversation run one after another in the order of their acceptance, and
 * behind those that wait: the store makes the next one ready when a turn ends.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while it cannot be reached.
 */
@NoJsonForm
public interface WaitingTurnStore {

  /** In the memory of this process, for tests and applications without a database. */
  static WaitingTurnStore inMemory(GateStore gates) {
    return inMemory(gates, InstantSource.system());
  }

  /** The same with a clock. */
  static WaitingTurnStore inMemory(GateStore gates, InstantSource clock) {
    return new InMemoryWaitingTurnStore(gates, clock);
  }

  /** Returns the store of the gates that the turns wait for. */
  GateStore gates();

  /**
   * Opens the gates and stores the turn, both or neither: within the storage's unit of work that
   * runs on this thread where the store takes part in it, else at once. A turn that is claimed
   * waits anew with that, and its claim is over.
   *
   * @param gates by the id of the call that needs them
   * @param saved is given the turn with its gates' references before this or the unit returns; the
   *     last time counts
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the turn's claim was lost
   */
  void save(WaitingTurn turn, Map<String, GateStore.Opening> gates, Consumer<WaitingTurn> saved);

  /**
   * Accepts a durable turn: {@code READY} where its conversation has no other turn that has not
   * ended, {@code QUEUED} otherwise.
   *
   * @param turn in phase {@code ACCEPTED}, with an acceptance
   * @param mostQueued how many turns may be queued in the conversation
   * @param within the caller's own transaction, which is neither committed nor rolled back here;
   *     null for one of the store
   * @return the turn as it is stored; the earlier one where the same request was accepted before
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where a request with the same
   *     key said something else, {@code E_LIMIT_REACHED} where the queue is full
   */
  Accepted accept(WaitingTurn turn, int mostQueued, TurnQueue.@Nullable Transaction within);

  /**
   * The outcome of {@link #accept}.
   *
   * @param isNew false where the request was accepted before
   */
  record Accepted(WaitingTurn turn, boolean isNew) {}

  /**
   * Names what is told of durable turns that become ready: within the transaction, and after its
   * commit. The last one counts.
   */
  void queue(TurnQueue queue);

  /**
   * Stores the calls that the model of a claimed durable turn asks for, before any of them starts:
   * within the storage's unit of work that runs on this thread where the store takes part in it, so
   * with the answer. Those that are marked as started count as {@linkplain #start started}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void ask(WaitingTurn turn);

  /**
   * Notes that records of these calls are stored, within the unit of work as {@link #ask}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void done(WaitingTurn turn, Collection<String> callIds);

  /**
   * Checks the claim, and keeps it from being taken until the unit of work that runs on this thread
   * has ended.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void hold(WaitingTurn turn);

  /**
   * Claims a turn as {@link #claim}, also from whoever holds it; empty where it has ended, is
   * queued, or is unknown.
   */
  Optional<WaitingTurn> take(String tenant, String turnId, String node, Duration lease);

  /** The durable turn of that conversation that was accepted under the key. */
  Optional<WaitingTurn> findByKey(Scope scope, String key);

  /** The turn of that id in whichever conversation. */
  Optional<WaitingTurn> find(String tenant, String turnId);

  /** The turn of that conversation. */
  Optional<WaitingTurn> find(Scope scope, String turnId);

  /** The newest turn that waits, or waited, for the gate. */
  Optional<WaitingTurn> findByGate(String tenant, String gate);

  /** The conversation's turns that have not ended, oldest first. */
  List<WaitingTurn> open(Scope scope);

  /**
   * Turns of all tenants that nobody works on and that could go on: durable ones that are ready,
   * and those whose gates were all decided; longest waiting first. Makes turns ready that were
   * forgotten in their queue.
   */
  List<WaitingTurn> ready(int limit);

  /** The same without turns that are only ready to begin: those a queue knows of. */
  List<WaitingTurn> resting(int limit);

  /** Counts the turns of all tenants that have not ended. */
  Counts counts();

  /**
   * Number of turns that have not ended.
   *
   * @param waiting those that rest
   * @param running those that a process goes on with
   * @param queued those that were accepted, and wait for their turn in the conversation
   * @param ready those that were accepted and are next
   */
  record Counts(long waiting, long running, long queued, long ready) {

    /** Without durable turns that have not begun. */
    public Counts(long waiting, long running) {
      this(waiting, running, 0, 0);
    }
  }

  /**
   * Claims a turn that nobody works on, or whose last claim ran out; empty where somebody does, or
   * the turn is queued or has ended. Does not look at gates.
   *
   * @param node names the process
   */
  Optional<WaitingTurn> claim(String tenant, String turnId, String node, Duration lease);

  /** Lengthens a claim; false where it was lost. */
  boolean renew(WaitingTurn turn, Duration lease);

  /**
   * Notes that a call which needs no approval starts, durably before this returns; false where it
   * was started before, or the claim was lost.
   */
  boolean start(WaitingTurn turn, String callId);

  /**
   * Notes how far the turn has come, within the storage's unit of work that runs on this thread
   * where the store takes part in it.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost, which
   *     rolls back the unit
   */
  void advance(WaitingTurn turn);

  /**
   * Gives a claim back, which does not count as an attempt; the turn waits again. False where it
   * was lost.
   */
  boolean release(WaitingTurn turn);

  /**
   * Notes how the turn ended, and makes the next durable one of its conversation ready; false where
   * the claim was lost.
   *
   * @param end a final state
   * @param error the code of the failure; null for none
   */
  boolean finish(WaitingTurn turn, WaitingTurn.State end, @Nullable String error);
}
