package dev.adk4j.memory.internal.call;

import dev.adk4j.abort.Subscription;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs a task after a delay. Tests replace it to control time. */
@FunctionalInterface
public interface Deadlines {

  /** Schedules a task that must not block. Closing the subscription cancels it. */
  Subscription after(Duration delay, Runnable task);

  /** Returns deadlines based on the system clock, with one shared daemon thread. */
  static Deadlines system() {
    return SystemDeadlines.INSTANCE;
  }

  /** Uses one thread, because tasks only interrupt and complete. */
  final class SystemDeadlines implements Deadlines {

    private static final SystemDeadlines INSTANCE = new SystemDeadlines();

    private final ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("adk-memory-deadlines").factory());

    private SystemDeadlines() {
      timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Subscription after(Duration delay, Runnable task) {
      ScheduledFuture<?> scheduled = timer.schedule(task, nanos(delay), TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    }

    /** Treats a delay too long for nanoseconds as infinite. */
    private static long nanos(Duration delay) {
      try {
        return delay.toNanos();
      } catch (ArithmeticException e) {
        return Long.MAX_VALUE / 2;
      }
    }
  }
}
