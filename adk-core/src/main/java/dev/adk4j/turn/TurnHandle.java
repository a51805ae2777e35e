package dev.adk4j.turn;

import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A turn that runs on another thread. Thread-safe. How the turn went is told by its events, not by
 * this.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface TurnHandle {

  String turnId();

  /** Waits for {@code turnEnd}. Rethrows a virtual machine error that ended the turn. */
  void join() throws InterruptedException;

  /** Waits for {@code turnEnd}, at most that long; false where the turn still runs. */
  boolean join(Duration timeout) throws InterruptedException;

  /** Aborts the turn without a reason. */
  default void abort() {
    abort(null);
  }

  /**
   * Aborts the turn; the first reason wins. Running code is not interrupted, but for tools that run
   * in parallel, a moment later.
   */
  void abort(@Nullable Object reason);

  boolean isDone();

  /**
   * Completes after {@code turnEnd}, exceptionally only for a virtual machine error or where the
   * turn could not be run. A copy at each call: completing it changes nothing for others.
   */
  CompletableFuture<Void> completion();
}
