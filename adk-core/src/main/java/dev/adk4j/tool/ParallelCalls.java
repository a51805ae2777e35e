package dev.adk4j.tool;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.token.internal.TokenWarnings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs work for several items at once and waits for all of it, whatever happens. */
final class ParallelCalls {

  private ParallelCalls() {}

  /**
   * Returns the results in the items' order, or what the first failing item threw, the others'
   * failures suppressed in it.
   */
  static <I, R> List<R> run(DispatchContext ctx, List<I> items, Function<I, R> work)
      throws InterruptedException {
    if (items.size() == 1) {
      return List.of(work.apply(items.getFirst()));
    }
    TokenWarnings.Captured warnings = TokenWarnings.capture();
    List<FutureTask<R>> tasks = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    // All before the first: one that cannot be carried leaves nothing running behind.
    for (I item : items) {
      FutureTask<R> task = new FutureTask<>(() -> work.apply(item));
      tasks.add(task);
      Runnable carried = ctx.instrumentation().propagate(warnings.wrap(task));
      threads.add(Thread.ofVirtual().name("adk-tool-call-" + tasks.size()).unstarted(carried));
    }
    threads.forEach(Thread::start);
    join(threads);
    return results(tasks);
  }

  /**
   * Does not leave a thread behind: an interruption is passed on, and thrown when all have ended.
   */
  private static void join(List<Thread> threads) throws InterruptedException {
    InterruptedException interrupted = null;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = e;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted != null) {
      throw interrupted;
    }
  }

  private static <R> List<R> results(List<FutureTask<R>> tasks) throws InterruptedException {
    List<R> results = new ArrayList<>();
    Throwable failure = null;
    for (FutureTask<R> task : tasks) {
      if (!task.isDone()) {
        throw new IllegalStateException("The instrumentation did not run a task it propagates.");
      }
      try {
        results.add(task.get());
      } catch (ExecutionException e) {
        failure = with(failure, e.getCause() == null ? e : e.getCause());
      }
    }
    switch (failure) {
      case null -> {
        return results;
      }
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new IllegalStateException(failure);
    }
  }

  private static Throwable with(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
