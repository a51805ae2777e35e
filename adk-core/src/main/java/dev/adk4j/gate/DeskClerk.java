package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process does beside waiting: says that it lives while it has gates or tools that matter,
 * cleans up after others, and records what could not be recorded at once until that works.
 */
final class DeskClerk implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(DeskClerk.class);
  private static final long RETRY_MILLIS = 500;
  private static final int BEATS_PER_SWEEP = 6;

  private final GateStore store;
  private final String node;
  private final DeskWaiters waiters;
  private final long beatNanos;
  private final AtomicInteger toolsRunning = new AtomicInteger();
  private final AtomicInteger unrecorded = new AtomicInteger();
  private final AtomicLong lastBeat;
  private final ScheduledThreadPoolExecutor thread;
  private int beats;

  DeskClerk(GateStore store, String node, DeskWaiters waiters, Duration heartbeat) {
    this.store = store;
    this.node = node;
    this.waiters = waiters;
    this.beatNanos = heartbeat.toNanos();
    this.lastBeat = new AtomicLong(System.nanoTime() - 2 * beatNanos);
    this.thread =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("adk-gate-desk").factory());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(true);
    thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    thread.scheduleWithFixedDelay(this::beat, beatNanos, beatNanos, TimeUnit.NANOSECONDS);
  }

  /** Before something is opened in the node's name: the node is known to live. */
  void alive() {
    if (System.nanoTime() - lastBeat.get() >= beatNanos) {
      store.beat(node);
      lastBeat.set(System.nanoTime());
    }
  }

  void toolStarted() {
    toolsRunning.incrementAndGet();
  }

  void toolEnded() {
    toolsRunning.decrementAndGet();
  }

  /** Does it soon, and again until the store is there. */
  void record(Runnable note) {
    unrecorded.incrementAndGet();
    schedule(note, 0);
  }

  private void schedule(Runnable note, long delayMillis) {
    try {
      thread.schedule(() -> attempt(note), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      attempt(note);
    }
  }

  private void attempt(Runnable note) {
    try {
      note.run();
      unrecorded.decrementAndGet();
    } catch (Throwable e) {
      if (AdkException.is(e, AdkErrorCode.E_STORAGE_UNAVAILABLE) && !thread.isShutdown()) {
        schedule(note, RETRY_MILLIS);
      } else {
        unrecorded.decrementAndGet();
        FatalErrors.rethrow(e);
        log.error("What became of a gate could not be recorded.", e);
      }
    }
  }

  private void beat() {
    try {
      if (!waiters.isEmpty() || toolsRunning.get() > 0) {
        store.beat(node);
        lastBeat.set(System.nanoTime());
        if (beats++ % BEATS_PER_SWEEP == 0) {
          store.sweep(null);
        }
      }
    } catch (Throwable e) {
      // Not even a virtual machine error: it would end the heartbeat, not the process.
      log.warn("The gate store does not answer; trying again.", e);
    }
  }

  /** Records what is left, without waiting for a store that is away. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(5, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    if (unrecorded.get() > 0) {
      log.error("{} notes on gates could not be recorded before the end.", unrecorded.get());
    }
  }
}
