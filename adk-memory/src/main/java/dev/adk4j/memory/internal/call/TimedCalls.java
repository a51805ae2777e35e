package dev.adk4j.memory.internal.call;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.Mutex;
import dev.adk4j.memory.MemoryErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls concurrently, each on a virtual thread with a time limit. A call is interrupted and no
 * longer awaited if it exceeds its limit or its caller is aborted. Thread-safe.
 */
public record TimedCalls(Deadlines deadlines) {

  /**
   * Runs all calls and returns their results in the same order, all completed.
   *
   * @param limit time limit of each call
   * @param abort cancels the calls; may be null
   * @param propagate propagates the thread's context to the calls' threads
   * @throws AbortException if {@code abort} fires, or this thread is interrupted, before all have
   *     ended
   */
  public <T extends @Nullable Object> List<Future<T>> all(
      List<? extends Callable<T>> calls,
      Duration limit,
      @Nullable AbortSignal abort,
      UnaryOperator<Runnable> propagate) {
    if (abort != null) {
      abort.throwIfAborted();
    }
    List<Call<T>> running = calls.stream().map(call -> start(call, limit, propagate)).toList();
    Runnable cancel = () -> running.forEach(call -> call.end(new Cancelled()));
    try (Subscription aborting = abort == null ? () -> {} : abort.onAbort(reason -> cancel.run())) {
      return running.stream().map(TimedCalls::ended).toList();
    } catch (Cancelled e) {
      cancel.run();
      Thread.currentThread().interrupt();
      throw new AbortException("interrupted");
    } finally {
      if (abort != null && abort.aborted()) {
        cancel.run();
      }
    }
  }

  /**
   * Runs one call and rethrows its exception.
   *
   * @throws AbortException if {@code abort} fires, or this thread is interrupted, before it has
   *     ended
   */
  public <T extends @Nullable Object> T one(
      Callable<T> call,
      Duration limit,
      @Nullable AbortSignal abort,
      UnaryOperator<Runnable> propagate)
      throws Exception {
    return result(all(List.of(call), limit, abort, propagate).getFirst());
  }

  /** Returns the result of an ended call, or throws its exception. */
  public static <T extends @Nullable Object> T result(Future<T> ended) throws Exception {
    if (ended.state() == Future.State.SUCCESS) {
      return ended.resultNow();
    }
    throw ended.exceptionNow() instanceof Exception e
        ? e
        : new ExecutionException(ended.exceptionNow());
  }

  private <T extends @Nullable Object> Call<T> start(
      Callable<T> task, Duration limit, UnaryOperator<Runnable> propagate) {
    Call<T> call = new Call<>(task);
    Thread.ofVirtual().name("adk-memory-call").start(propagate.apply(call::run));
    Subscription deadline = deadlines.after(limit, () -> call.end(timeout(limit)));
    call.result.whenComplete((value, failure) -> deadline.close());
    return call;
  }

  private static <T extends @Nullable Object> Future<T> ended(Call<T> call) {
    try {
      call.result.get();
    } catch (InterruptedException e) {
      throw new Cancelled();
    } catch (ExecutionException e) {
      Throwable cause = call.result.exceptionNow();
      FatalErrors.rethrow(cause);
      if (cause instanceof Cancelled) {
        throw new AbortException("aborted");
      }
    }
    return call.result;
  }

  private static AdkException timeout(Duration limit) {
    return AdkException.saying(MemoryErrorCode.E_MEMORY_TIMEOUT, "No response within %s.", limit);
  }

  /** Call on its thread. Ends once: with its result, a timeout or a cancellation. */
  private static final class Call<T extends @Nullable Object> {

    private final Callable<T> task;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Mutex mutex = new Mutex();
    private @Nullable Thread thread;

    private Call(Callable<T> task) {
      this.task = task;
    }

    private void run() {
      mutex.run(() -> thread = Thread.currentThread());
      try {
        if (!result.isDone()) {
          result.complete(task.call());
        }
      } catch (Throwable e) {
        // Wrapped, because a bare CancellationException would count as a cancellation by the
        // caller.
        result.completeExceptionally(new CompletionException(e));
      } finally {
        // The thread must not be interrupted in its later work.
        mutex.run(() -> thread = null);
      }
    }

    private void end(Throwable cause) {
      if (result.completeExceptionally(cause)) {
        mutex.run(
            () -> {
              if (thread != null) {
                thread.interrupt();
              }
            });
      }
    }
  }

  private static final class Cancelled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private Cancelled() {
      super("cancelled", null, false, false);
    }
  }
}
