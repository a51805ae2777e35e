package dev.adk4j.memory.call;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls at the same time, each on a virtual thread and each with a time limit. A call that is
 * late, or whose caller is aborted, is interrupted and waited for no longer. Thread-safe.
 */
public final class TimedCalls {

  private final Deadlines deadlines;

  public TimedCalls(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /**
   * Runs all of them and gives their outcomes in the same order.
   *
   * @param limit of each call
   * @param abort cancels the calls; null for never
   * @param propagate carries what this thread is bound to over to theirs
   * @throws AbortException where {@code abort} fires, or this thread is interrupted, before all
   *     have ended
   */
  public <T extends @Nullable Object> List<Outcome<T>> all(
      List<? extends Callable<T>> calls,
      Duration limit,
      @Nullable AbortSignal abort,
      UnaryOperator<Runnable> propagate) {
    if (abort != null) {
      abort.throwIfAborted();
    }
    List<TimedCall<T>> running = calls.stream().map(call -> start(call, limit, propagate)).toList();
    Runnable cancel = () -> running.forEach(TimedCall::cancel);
    try (Subscription aborting = abort == null ? () -> {} : abort.onAbort(reason -> cancel.run())) {
      return running.stream().map(TimedCalls::outcome).toList();
    } catch (Interrupted e) {
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
   * Runs one; throws what it throws.
   *
   * @throws AbortException where {@code abort} fires, or this thread is interrupted, before it has
   *     ended
   */
  public <T extends @Nullable Object> T one(
      Callable<T> call,
      Duration limit,
      @Nullable AbortSignal abort,
      UnaryOperator<Runnable> propagate)
      throws Exception {
    return switch (all(List.of(call), limit, abort, propagate).getFirst()) {
      case Outcome.Done<T>(T value) -> value;
      case Outcome.Failed<T>(Throwable cause) -> {
        if (cause instanceof Exception e) {
          throw e;
        }
        throw new ExecutionException(cause);
      }
    };
  }

  private <T extends @Nullable Object> TimedCall<T> start(
      Callable<T> call, Duration limit, UnaryOperator<Runnable> propagate) {
    TimedCall<T> timed = new TimedCall<>(call);
    timed.start(propagate);
    Subscription deadline = deadlines.after(limit, () -> timed.late(limit));
    timed.result().whenComplete((value, failure) -> deadline.close());
    return timed;
  }

  private static <T extends @Nullable Object> Outcome<T> outcome(TimedCall<T> call) {
    try {
      return new Outcome.Done<>(call.result().get());
    } catch (InterruptedException e) {
      throw new Interrupted();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      FatalErrors.rethrow(cause);
      if (cause instanceof TimedCall.Cancelled) {
        throw new AbortException("aborted");
      }
      return new Outcome.Failed<>(cause);
    }
  }

  /** What a late call is failed with. */
  static AdkException timeout(Duration limit) {
    return AdkException.of(AdkErrorCode.E_MEMORY_TIMEOUT)
        .message("No answer within " + limit + ".")
        .args(limit)
        .build();
  }

  private static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Interrupted() {
      super(null, null, false, false);
    }
  }
}
