package dev.adk4j.turn;

import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A turn that runs on another thread. Thread-safe. The outcome of the turn is reported by its
 * events, not by this handle.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface TurnHandle {

  String turnId();

  /** Waits for {@code turnEnd}. Rethrows a virtual machine error that ended the turn. */
  void join() throws InterruptedException;

  /** Waits for {@code turnEnd}, at most that long. Returns false if the turn still runs. */
  boolean join(Duration timeout) throws InterruptedException;

  /** Aborts the turn without a reason. */
  default void abort() {
    abort(null);
  }

  /**
   * Aborts the turn; the first reason counts. Running code is not interrupted, except for tools
   * that run in parallel, a moment later.
   */
  void abort(@Nullable Object reason);

  boolean isDone();

  /**
   * Returns a future that completes after {@code turnEnd}; exceptionally only for a virtual machine
   * error or if the turn could not be run. Each call returns a copy: completing it has no effect on
   * others.
   */
  CompletableFuture<Void> completion();
}
