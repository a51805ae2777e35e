package dev.adk4j.tool;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.token.internal.TokenWarnings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls at once, each on its own virtual thread, to which token warnings and the
 * instrumentation are propagated. The waiting thread starts them in order. For single use.
 *
 * <p>After an abort no call starts. A running call first gets a moment to notice the abort itself,
 * as a database driver needs to close its file; then it is interrupted, and finally abandoned.
 */
final class ParallelCalls {

  private static final Logger log = LoggerFactory.getLogger(ParallelCalls.class);

  private static final Duration UNTIL_INTERRUPTED = Duration.ofMillis(200);
  private static final Duration UNTIL_LEFT = Duration.ofMillis(300);

  private final DispatchContext ctx;
  private final List<Call> calls = new ArrayList<>();

  /** Queues the calls that ended; an empty element signals the abort. */
  private final BlockingQueue<Optional<Call>> news = new LinkedBlockingQueue<>();

  private final Set<Call> settled = new HashSet<>();

  private @Nullable Throwable failure;

  private record Call(PendingCall work, FutureTask<PendingCall> task, Thread thread) {

    boolean started() {
      return thread.getState() != Thread.State.NEW;
    }
  }

  ParallelCalls(DispatchContext ctx, List<PendingCall> works) {
    this.ctx = ctx;
    TokenWarnings.Captured warnings = TokenWarnings.capture();
    // All before the first start: if one cannot be propagated, no call is left running.
    for (PendingCall work : works) {
      FutureTask<PendingCall> task = new FutureTask<>(work::run);
      Runnable carried = ctx.instrumentation().propagate(warnings.wrap(task));
      int number = calls.size();
      calls.add(new Call(work, task, thread(carried, number)));
    }
  }

  private Thread thread(Runnable carried, int number) {
    return Thread.ofVirtual()
        .name("adk-tool-call-" + (number + 1))
        .unstarted(
            () -> {
              try {
                carried.run();
              } finally {
                Call call = calls.get(number);
                call.task().cancel(false); // without effect on a task that has run
                news.add(Optional.of(call));
              }
            });
  }

  /**
   * Returns when all calls have ended, running at most {@code max} of them at a time.
   *
   * @param completed receives the calls that have run, also if another call threw: each when it
   *     ends if the turn has a journal, otherwise in their order
   * @param save called after {@code completed} received all calls that have ended so far: one
   *     transaction stores those that end while the one before commits
   * @throws AbortException if calls did not end normally after an abort
   * @throws RuntimeException the exception of the first failing call, with the others suppressed in
   *     it
   */
  void run(int max, Consumer<PendingCall> completed, Runnable save) {
    try (Subscription abort = ctx.abortSignal().onAbort(reason -> news.add(Optional.empty()))) {
      startAndWait(
          max, ctx.journal().isPresent() ? ended -> settle(ended, completed, save) : ended -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed(
          new AdkException(
              AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "The tool calls were interrupted.", e));
      stop();
    }
    settle(calls.stream().filter(Call::started).toList(), completed, save);
    if (failure != null) {
      throw thrown(failure);
    }
  }

  private void startAndWait(int max, Consumer<List<Call>> ended) throws InterruptedException {
    int next = 0;
    int running = 0;
    while (true) {
      while (next < calls.size() && running < max && failure == null && !ctx.aborted()) {
        if (start(calls.get(next++))) {
          running++;
        }
      }
      if (running == 0) {
        return;
      }
      if (ctx.aborted()) {
        stop();
        return;
      }
      List<Optional<Call>> all = new ArrayList<>();
      all.add(news.take());
      news.drainTo(all);
      List<Call> over = all.stream().flatMap(Optional::stream).toList();
      running -= over.size();
      if (!ctx.aborted()) {
        ended.accept(over);
      }
    }
  }

  /** Ends the group if a call cannot be started, as in a sequence of calls. */
  private boolean start(Call call) {
    try {
      call.work().start();
      call.thread().start();
      return true;
    } catch (Throwable e) {
      failed(e);
      return false;
    }
  }

  private void stop() {
    boolean interrupted = !await(UNTIL_INTERRUPTED);
    calls.stream().filter(Call::started).forEach(call -> call.thread().interrupt());
    interrupted |= !await(UNTIL_LEFT);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns false if this thread was interrupted in the meantime. */
  private boolean await(Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    try {
      for (Call call : calls) {
        long left = end - System.nanoTime();
        if (call.started() && left > 0) {
          call.thread().join(Duration.ofNanos(left));
        }
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void settle(List<Call> ended, Consumer<PendingCall> completed, Runnable save) {
    for (Call call : ended) {
      if (settled.add(call)) {
        attempt(
            () -> {
              switch (call.task().state()) {
                case SUCCESS -> completed.accept(call.task().resultNow());
                case FAILED -> failed(call.task().exceptionNow());
                case CANCELLED ->
                    failed(
                        new IllegalStateException(
                            "The instrumentation did not run a task it propagates."));
                case RUNNING -> failed(abandoned(call));
              }
            });
      }
    }
    attempt(save);
  }

  private void attempt(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      failed(e);
    }
  }

  private RuntimeException abandoned(Call call) {
    log.warn(
        "Turn {} no longer waits for the tool '{}', which continues despite an "
            + "interrupt; its result is discarded.",
        ctx.turnId(),
        call.work().tool());
    return new AbortException("the tool '" + call.work().tool() + "' was abandoned");
  }

  private void failed(Throwable next) {
    Throwable first = failure;
    if (first == null) {
      failure = next;
    } else if (FatalErrors.isFatal(next) && !FatalErrors.isFatal(first)) {
      failure = next;
      next.addSuppressed(first);
    } else if (first != next) {
      first.addSuppressed(next);
    }
  }

  /** Throws the abort after an abort, regardless of the calls' own exceptions. */
  private RuntimeException thrown(Throwable failure) {
    FatalErrors.rethrow(failure);
    if (ctx.aborted()) {
      AbortException abort = new AbortException(ctx.abortSignal().reason());
      abort.addSuppressed(failure);
      return abort;
    }
    throw FatalErrors.<RuntimeException>unchanged(failure);
  }
}
