package dev.adk4j.waiting;

import dev.adk4j.gate.GateStore;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps turns that wait for approvals, and lets one process at a time go on with each. For the
 * engine and {@link Continuations}. Times are the store's own.
 *
 * <p>A claim carries a {@link WaitingTurn#token()}. Whoever claims a turn after the lease of the
 * last claim ran out makes that claim worthless: its holder can change nothing any more.
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
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where the turn's claim was lost
   */
  void save(WaitingTurn turn, Map<String, GateStore.Opening> gates, Consumer<WaitingTurn> saved);

  /** The turn of that conversation. */
  Optional<WaitingTurn> find(Scope scope, String turnId);

  /** The newest turn that waits, or waited, for the gate. */
  Optional<WaitingTurn> findByGate(String tenant, String gate);

  /** The conversation's turns that have not ended, oldest first. */
  List<WaitingTurn> open(Scope scope);

  /**
   * Turns of all tenants whose gates were all decided and that nobody works on, longest waiting
   * first.
   */
  List<WaitingTurn> ready(int limit);

  /** Counts the turns of all tenants that have not ended. */
  Counts counts();

  /**
   * Number of turns that have not ended.
   *
   * @param waiting those that nobody works on
   * @param running those that a process goes on with
   */
  record Counts(long waiting, long running) {}

  /**
   * Claims a turn that nobody works on, or whose last claim ran out; empty where somebody does, or
   * the turn has ended. Does not look at gates.
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
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where the claim was lost, which
   *     rolls back the unit
   */
  void advance(WaitingTurn turn);

  /** Gives a claim back; the turn waits again. False where it was lost. */
  boolean release(WaitingTurn turn);

  /**
   * Notes how the turn ended; false where the claim was lost.
   *
   * @param end a final state
   * @param error the code of the failure; null for none
   */
  boolean finish(WaitingTurn turn, WaitingTurn.State end, @Nullable String error);
}
