package dev.adk4j.memory.internal.call;

import dev.adk4j.abort.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a task after a delay. Tests replace it to control time. */
@FunctionalInterface
public interface Deadlines {

  /** Schedules a task that must not block. Closing the subscription cancels it. */
  Subscription after(Duration delay, Runnable task);

  /** Returns deadlines based on the system clock, on the JDK's shared timer thread. */
  static Deadlines system() {
    return (delay, task) -> {
      // A delay too long for nanoseconds is infinite.
      long nanos = Math.min(TimeUnit.NANOSECONDS.convert(delay), Long.MAX_VALUE / 2);
      CompletableFuture<Boolean> due = new CompletableFuture<>();
      due.completeOnTimeout(true, nanos, TimeUnit.NANOSECONDS).thenRun(task);
      return () -> due.cancel(false);
    };
  }
}
