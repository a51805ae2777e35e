package dev.adk4j.memory.call;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One call on its thread. Ends once: with its answer, late, or cancelled, whichever is first. */
final class TimedCall<T extends @Nullable Object> {

  private final Callable<T> call;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread thread;

  TimedCall(Callable<T> call) {
    this.call = call;
  }

  CompletableFuture<T> result() {
    return result;
  }

  void start(UnaryOperator<Runnable> propagate) {
    Thread.ofVirtual().name("adk-memory-call").start(propagate.apply(this::run));
  }

  private void run() {
    enter();
    try {
      if (!result.isDone()) {
        result.complete(call.call());
      }
    } catch (Throwable e) {
      result.completeExceptionally(e);
    } finally {
      leave();
    }
  }

  void late(Duration limit) {
    end(TimedCalls.timeout(limit));
  }

  void cancel() {
    end(new Cancelled());
  }

  private void end(Throwable cause) {
    if (result.completeExceptionally(cause)) {
      lock.lock();
      try {
        if (thread != null) {
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void enter() {
    lock.lock();
    try {
      thread = Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  /** So that nobody interrupts what the thread does afterwards. */
  private void leave() {
    lock.lock();
    try {
      thread = null;
    } finally {
      lock.unlock();
    }
  }

  static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Cancelled() {
      super("cancelled", null, false, false);
    }
  }
}
