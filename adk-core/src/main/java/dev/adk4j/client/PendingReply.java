package dev.adk4j.client;

import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is being given. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface PendingReply {

  String turnId();

  /**
   * Waits for the end of the turn.
   *
   * @throws AgentTurnException where the turn gave no answer
   */
  AgentReply await() throws InterruptedException;

  /** Waits for the end of the turn, at most that long; empty where it still runs. */
  Optional<AgentReply> await(Duration timeout) throws InterruptedException;

  /** Aborts the turn without a reason. */
  default void abort() {
    abort(null);
  }

  /** Aborts the turn, which then answers with {@code E_TURN_ABORTED}. */
  void abort(@Nullable Object reason);

  boolean isDone();

  /** Completes with the answer, or with an {@link AgentTurnException}. A copy at each call. */
  CompletableFuture<AgentReply> reply();
}
