package dev.adk4j.client;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.Optional;

/**
 * A durable turn that was accepted. It runs by itself; its run does not depend on this object.
 * Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AcceptedTurn {

  private final StoredTurns turns;
  private final Scope scope;
  private final String turnId;
  private final boolean isNew;

  AcceptedTurn(StoredTurns turns, Scope scope, String turnId, boolean isNew) {
    this.turns = turns;
    this.scope = scope;
    this.turnId = turnId;
    this.isNew = isNew;
  }

  /** Returns the turn's id, by which {@link Conversation#answer} finds its answer. */
  public String turnId() {
    return turnId;
  }

  /** Returns false if the same request was accepted before, under the same key. */
  public boolean isNew() {
    return isNew;
  }

  /**
   * Waits until the turn has ended, or waits for decisions. An interruption of this thread ends the
   * wait, not the turn.
   *
   * @throws AgentTurnException if the turn gave no answer
   */
  public Answer answer() {
    return turns.answer(scope, turnId);
  }

  /**
   * Waits at most that long. Returns empty if the turn is still queued or runs. See {@link
   * #answer()}.
   */
  public Optional<Answer> answer(Duration atMost) {
    return turns.answer(scope, turnId, atMost);
  }

  /** Starts a turn that was accepted within a transaction. Call this method after the commit. */
  public void wake() {
    turns.wake(scope, turnId);
  }
}
