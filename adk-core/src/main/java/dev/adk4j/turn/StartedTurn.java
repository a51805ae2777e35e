package dev.adk4j.turn;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The handle of a started turn. */
final class StartedTurn implements TurnHandle {

  final LiveTurn turn;
  private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();

  StartedTurn(LiveTurn turn) {
    this.turn = turn;
  }

  boolean begun() {
    return begun.get();
  }

  /**
   * Runs the decorated task, which must run the turn: otherwise no listener would ever be notified.
   */
  void runDecorated(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      done.completeExceptionally(e);
      throw e;
    } finally {
      if (!begun()) {
        done.completeExceptionally(
            new IllegalStateException("The task decorator's task did not run the turn."));
      }
    }
  }

  /** Runs the turn on this thread. */
  void run(Runnable play) {
    if (!begun.compareAndSet(false, true)) {
      throw new IllegalStateException("The task decorator's task ran the turn twice.");
    }
    try {
      play.run();
      done.complete(null);
    } catch (Throwable e) {
      done.completeExceptionally(e);
      throw e;
    }
  }

  @Override
  public String turnId() {
    return turn.id();
  }

  @Override
  public void join() throws InterruptedException {
    join(ChronoUnit.FOREVER.getDuration());
  }

  @Override
  public boolean join(Duration timeout) throws InterruptedException {
    try {
      done.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("The turn could not be run.", e.getCause());
    }
  }

  @Override
  public void abort(@Nullable Object reason) {
    turn.abort(reason);
  }

  @Override
  public boolean isDone() {
    return done.isDone();
  }

  @Override
  @SuppressWarnings("NullAway") // a completion without a value is completed with null
  public CompletableFuture<Void> completion() {
    return done.copy().thenApply(nothing -> nothing);
  }
}
