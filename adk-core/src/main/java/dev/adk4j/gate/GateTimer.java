package dev.adk4j.gate;

import dev.adk4j.abort.Subscription;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread for the timeouts of all gates. */
final class GateTimer {

  private static final ScheduledThreadPoolExecutor SCHEDULER = scheduler();

  private GateTimer() {}

  /**
   * The action runs on a thread of its own: it calls listeners, and one that blocks must not hold
   * up other timeouts.
   */
  static Subscription after(Duration delay, Runnable action) {
    ScheduledFuture<?> timer =
        SCHEDULER.schedule(
            () -> Thread.ofVirtual().name("adk-gate-timeout").start(action),
            millis(delay),
            TimeUnit.MILLISECONDS);
    return () -> timer.cancel(false);
  }

  private static long millis(Duration delay) {
    return delay.compareTo(Duration.ofMillis(Long.MAX_VALUE)) >= 0
        ? Long.MAX_VALUE
        : delay.toMillis();
  }

  private static ScheduledThreadPoolExecutor scheduler() {
    ScheduledThreadPoolExecutor scheduler =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("adk-gate-timer").factory());
    scheduler.setRemoveOnCancelPolicy(true);
    return scheduler;
  }
}
