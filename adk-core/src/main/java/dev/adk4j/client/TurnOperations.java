package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.stored.TurnStore.Place;
import dev.adk4j.stored.TurnStore.Search;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Lists stored turns of all tenants, agents and processes for operators, and acts on one of them:
 *
 * <pre>{@code
 * TurnOperations turns = waitingTurns.operations();
 * for (TurnInfo turn : turns.list(null, Set.of(State.FAILED), null, 100)) {
 *   turns.retry(turn.tenant(), turn.turnId());
 * }
 * }</pre>
 *
 * <p>Asks for no right: whoever offers it to somebody does. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class TurnOperations {

  /** The longest page. */
  public static final int MOST = 1_000;

  private final TurnStore store;
  private final TurnResumer resumer;
  private final BiPredicate<StoredTurn, GateActor> cancelWaiting;

  TurnOperations(
      TurnStore store, TurnResumer resumer, BiPredicate<StoredTurn, GateActor> cancelWaiting) {
    this.store = store;
    this.resumer = resumer;
    this.cancelWaiting = cancelWaiting;
  }

  /**
   * Returns a page of stored turns, oldest first.
   *
   * @param tenant the only tenant; null for all
   * @param states empty for all
   * @param after the last turn of the page before; null for the first page
   * @param limit from 1 to {@link #MOST}
   */
  public List<TurnInfo> list(
      @Nullable String tenant, Set<State> states, @Nullable Place after, int limit) {
    new Violations()
        .check(limit >= 1 && limit <= MOST, "$.limit", "range", "must be from 1 to " + MOST)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return found(new Search(tenant, null, states, after, limit));
  }

  /** Returns the turns of that id, of which each tenant can have one. */
  public List<TurnInfo> find(String turnId) {
    return found(new Search(null, turnId, Set.of(), null, MOST));
  }

  private List<TurnInfo> found(Search search) {
    return store.list(search).stream().map(TurnInfo::of).toList();
  }

  /**
   * Lets a durable turn that failed go on from its last stored iteration. It runs next in its
   * conversation, also where that has gone on; what it stored before stays where it is.
   *
   * @return false where it has not failed, or is not durable
   */
  public boolean retry(String tenant, String turnId) {
    return store.retry(tenant, turnId);
  }

  /**
   * Ends a turn that has not ended, or failed, as aborted. Gates it waits for are aborted in the
   * actor's name. A run that is under way can write nothing more: what its last stored iteration
   * left is kept, and a tool that runs is not undone.
   *
   * @return false where it has ended
   */
  public boolean cancel(String tenant, String turnId, GateActor actor) {
    Optional<StoredTurn> found = store.find(tenant, turnId);
    return found.isPresent()
        && switch (found.get().state()) {
          case QUEUED, FAILED -> store.stop(found.get().scope(), turnId);
          case READY, WAITING -> cancelWaiting.test(found.get(), actor);
          case RUNNING -> resumer.cancel(found.get(), actor);
          case COMPLETED, ABORTED -> false;
        };
  }

  /**
   * Takes a turn from the process that runs it and gives it to whoever comes first, which can be
   * the same process. It goes on from its last stored iteration, as after a crash.
   *
   * @return false where no process runs it
   */
  public boolean move(String tenant, String turnId) {
    return store
        .find(tenant, turnId)
        .filter(turn -> turn.state() == State.RUNNING)
        .filter(resumer::giveBack)
        .isPresent();
  }
}
