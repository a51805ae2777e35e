package dev.adk4j.client;

import dev.adk4j.abort.AbortException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.limit.Permit;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.value.Scope;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A turn that was accepted: counted in the limits, and with a place in the lane of its
 * conversation. Closing it, once or more, gives both back.
 */
final class Admission implements AutoCloseable {

  /** Of a turn within another one, which counts and waits for both. */
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
   * Says what becomes of the message while a turn of the conversation waits.
   *
   * @param actor in whose name the gates are aborted
   */
  record Rule(AgentRegistry waiting, Scope scope, WhileWaiting what, GateActor actor) {

    /**
     * Returns true if no turn waits, or none any more. One whose gates are all decided goes on: it
     * is waited for.
     *
     * @throws AgentWaitingException if the message is refused
     */
    boolean clear() {
      Answer open = waiting.open(scope).orElse(null);
      if (open != null && what == WhileWaiting.SUPERSEDE) {
        waiting.cancelWaiting(scope, actor);
        open = waiting.open(scope).orElse(null);
      }
      if (open != null && what != WhileWaiting.QUEUE && !open.gates().isEmpty()) {
        throw new AgentWaitingException(open);
      }
      return open == null;
    }

    /**
     * Lets a message be queued behind other turns, unless one waits and the message is refused.
     *
     * @throws AgentWaitingException if the message is refused
     */
    void accept() {
      clear();
    }
  }

  /**
   * Accepts a message, unless it is refused. One that has to wait for a running turn may be refused
   * later, when that has ended and waits.
   *
   * @param limits refuses it before anything is aborted for it
   * @param rule null for a turn that goes on, and where turns block at their gates
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

  /** Asks the rule at once if no turn runs; returns true if it need not be asked again. */
  private static boolean cleared(ConversationLocks.Place place, @Nullable Rule rule) {
    if (rule == null || !place.nobodyRuns()) {
      return false;
    }
    boolean next = place.isNext();
    boolean clear = rule.clear();
    place.wake();
    return next && clear;
  }

  /** Waits in the lane, on the turn's thread. */
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
