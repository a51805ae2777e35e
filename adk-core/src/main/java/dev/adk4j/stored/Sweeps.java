package dev.adk4j.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks on the store of turns again and again, whether or not they fail. */
final class Sweeps implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Sweeps.class);

  private final List<Future<?>> tasks = new ArrayList<>();
  private final ScheduledExecutorService scheduler;
  private final boolean own;

  /**
   * @param given the scheduler of the tasks; null for a thread of its own
   */
  Sweeps(@Nullable ScheduledExecutorService given) {
    this.own = given == null;
    this.scheduler =
        given != null
            ? given
            : new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("adk-resume").factory());
  }

  /** Runs the task at each interval. Call this before other threads use the object. */
  Sweeps every(Duration interval, Runnable task) {
    long millis = interval.toMillis();
    tasks.add(
        scheduler.scheduleWithFixedDelay(quietly(task), millis, millis, TimeUnit.MILLISECONDS));
    return this;
  }

  void once(Runnable task) {
    scheduler.execute(quietly(task));
  }

  private static Runnable quietly(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Throwable e) {
        // Not even a virtual machine error: it would end the sweeping, not the process.
        log.warn("The store of turns does not answer; trying again.", e);
      }
    };
  }

  /** Waits for a running task of the own thread, so that the store can be closed. */
  @Override
  public void close() {
    tasks.forEach(task -> task.cancel(false));
    if (own) {
      stop(scheduler);
    }
  }

  /** Lets the tasks end that run now or are due, but not for long. */
  static void stop(ExecutorService scheduler) {
    scheduler.shutdown();
    try {
      if (!scheduler.awaitTermination(5, TimeUnit.SECONDS)) {
        scheduler.shutdownNow();
      }
    } catch (InterruptedException e) {
      scheduler.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
