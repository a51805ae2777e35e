package dev.adk4j.client;

import dev.adk4j.abort.AbortException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.limit.Permit;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.value.Scope;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An accepted turn: counted in the limits, and with a place among the turns of its conversation.
 * Closing it, once or more, releases both.
 */
final class Admission implements AutoCloseable {

  /** Admission of a turn within another one, which counts and waits for both. */
  static final Admission OF_INNER = new Admission(null, null, null);

  private final @Nullable Permit permit;
  private final ConversationLocks.@Nullable Place place;
  private final @Nullable Rule rule;
  private volatile boolean cleared;

  private Admission(
      @Nullable Permit permit, ConversationLocks.@Nullable Place place, @Nullable Rule rule) {
    this.permit = permit;
    this.place = place;
    this.rule = rule;
  }

  /**
   * Defines how the message is handled while a turn of the conversation waits.
   *
   * @param actor the actor in whose name the gates are aborted
   */
  record Rule(StoredTurns turns, Scope scope, WhileWaiting what, GateActor actor) {

    /**
     * Returns true if no turn waits, or no turn waits any more. A turn whose gates are all decided
     * resumes, and the message waits for it.
     *
     * @throws AgentWaitingException if the message is refused
     */
    boolean clear() {
      Answer open = turns.open(scope).orElse(null);
      if (open != null && what == WhileWaiting.SUPERSEDE) {
        turns.cancelWaiting(scope, actor);
        open = turns.open(scope).orElse(null);
      }
      if (open != null && what != WhileWaiting.QUEUE && !open.gates().isEmpty()) {
        throw new AgentWaitingException(open);
      }
      return open == null;
    }
  }

  /**
   * Accepts a message, unless it is refused. A message that must wait for a running turn may be
   * refused later, if that turn ends as waiting.
   *
   * @param limits limits that may refuse it before anything is aborted for it
   * @param rule null for a resumed turn, and if turns block at their gates
   */
  static Admission of(ConversationLocks.Place place, Supplier<Permit> limits, @Nullable Rule rule) {
    Permit permit = null;
    try {
      boolean supersedes = rule != null && rule.what == WhileWaiting.SUPERSEDE;
      boolean clear = !supersedes && cleared(place, rule);
      permit = limits.get();
      Admission admission = new Admission(permit, place, rule);
      admission.cleared = supersedes ? cleared(place, rule) : clear;
      return admission;
    } catch (Throwable e) {
      place.close();
      if (permit != null) {
        permit.close();
      }
      throw e;
    }
  }

  /** Applies the rule at once if no turn runs. Returns true if it need not be applied again. */
  private static boolean cleared(ConversationLocks.Place place, @Nullable Rule rule) {
    if (rule == null || !place.nobodyRuns()) {
      return false;
    }
    boolean next = place.isNext();
    boolean clear = rule.clear();
    place.wake();
    return next && clear;
  }

  /** Waits for the previous turns of the conversation, on the turn's thread. */
  void pass(TurnContext turn) throws InterruptedException {
    if (place == null) {
      return;
    }
    try {
      place.await(turn.abortSignal(), this::clear);
    } catch (InterruptedException | AbortException e) {
      turn.abort(e.getMessage());
      throw e;
    }
  }

  private boolean clear() {
    if (!cleared && rule != null) {
      return rule.clear();
    }
    cleared = false;
    return true;
  }

  @Override
  public void close() {
    if (permit != null && place != null) {
      permit.close();
      place.close();
    }
  }
}
