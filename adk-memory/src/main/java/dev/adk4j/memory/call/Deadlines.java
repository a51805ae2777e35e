package dev.adk4j.memory.call;

import dev.adk4j.abort.Subscription;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs something when a time has passed; in tests, when they say so. */
@FunctionalInterface
public interface Deadlines {

  /** Closing the subscription in time keeps the task from running. The task must not block. */
  Subscription after(Duration delay, Runnable task);

  /** By the machine's monotonic clock, on one daemon thread for all. */
  static Deadlines system() {
    return SystemDeadlines.INSTANCE;
  }

  /** One thread is enough: tasks only interrupt and complete. */
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

    /** A delay too long for nanoseconds is as good as for ever. */
    private static long nanos(Duration delay) {
      try {
        return delay.toNanos();
      } catch (ArithmeticException e) {
        return Long.MAX_VALUE / 2;
      }
    }
  }
}
