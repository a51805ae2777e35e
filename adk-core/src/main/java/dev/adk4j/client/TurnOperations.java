package dev.adk4j.client;

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
import org.jspecify.annotations.Nullable;

/**
 * Lists stored turns of all tenants, agents and processes for operators, and changes single turns:
 *
 * <pre>{@code
 * TurnOperations turns = waitingTurns.operations();
 * for (TurnInfo turn : turns.list(null, Set.of(State.FAILED), null, 100)) {
 *   turns.retry(turn.tenant(), turn.turnId());
 * }
 * }</pre>
 *
 * <p>Checks no rights: the code that offers it to users must check them. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class TurnOperations {

  /** Maximum size of a page. */
  public static final int MOST = 1_000;

  private final TurnStore store;
  private final TurnResumer resumer;

  TurnOperations(TurnStore store, TurnResumer resumer) {
    this.store = store;
    this.resumer = resumer;
  }

  /**
   * Returns a page of stored turns, oldest first.
   *
   * @param tenant the only tenant; null for all
   * @param states the states; empty for all
   * @param after the last turn of the previous page; null for the first page
   * @param limit the size of the page, from 1 to {@link #MOST}
   */
  public List<TurnInfo> list(
      @Nullable String tenant, Set<State> states, @Nullable Place after, int limit) {
    Violations.require(
        limit >= 1 && limit <= MOST, "$.limit", "range", "must be from 1 to " + MOST);
    return found(new Search(tenant, null, states, after, limit));
  }

  /** Returns the turns of this id. Each tenant can have one. */
  public List<TurnInfo> find(String turnId) {
    return found(new Search(null, turnId, Set.of(), null, MOST));
  }

  private List<TurnInfo> found(Search search) {
    return store.list(search).stream().map(TurnInfo::of).toList();
  }

  /**
   * Lets a failed durable turn resume from its last stored iteration. It runs next in its
   * conversation, also if the conversation has continued; its stored records keep their places.
   *
   * @return false if it has not failed, or is not durable
   */
  public boolean retry(String tenant, String turnId) {
    return store.retry(tenant, turnId);
  }

  /**
   * Ends a turn as aborted that has not ended, or has failed. Gates that it waits for are aborted
   * in the actor's name. A current run can write nothing more: the data of its last stored
   * iteration is kept, and a running tool is not undone.
   *
   * @return false if it has ended
   */
  public boolean cancel(String tenant, String turnId, GateActor actor) {
    Optional<StoredTurn> found = store.find(tenant, turnId);
    return found.isPresent()
        && switch (found.get().state()) {
          case QUEUED, FAILED -> store.stop(found.get().scope(), turnId);
          case READY, WAITING -> resumer.cancelWaiting(found.get(), actor);
          case RUNNING -> resumer.cancel(found.get(), actor);
          case COMPLETED, ABORTED -> false;
        };
  }

  /**
   * Takes a turn from the process that runs it and releases it to the next process that claims it,
   * which can be the same process. The turn resumes from its last stored iteration, as after a
   * crash.
   *
   * @return false if no process runs it
   */
  public boolean move(String tenant, String turnId) {
    return store
        .find(tenant, turnId)
        .filter(turn -> turn.state() == State.RUNNING)
        .filter(resumer::giveBack)
        .isPresent();
  }
}
