package dev.adk4j.turn;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The window in which events may be emitted. Counts the emissions in progress, so that an end can
 * be emitted after all of them. Thread-safe; entering takes no lock.
 */
final class EventWindow {

  private static final int CLOSED = Integer.MIN_VALUE;

  private final AtomicInteger inside = new AtomicInteger();
  private volatile @Nullable Thread closing;

  /** Returns false if the window is closed; otherwise {@link #leave} must follow. */
  boolean tryEnter() {
    int now = inside.get();
    while (now >= 0) {
      if (inside.compareAndSet(now, now + 1)) {
        return true;
      }
      now = inside.get();
    }
    return false;
  }

  /**
   * Runs an emission inside the window.
   *
   * @throws IllegalStateException if the window is closed
   */
  void run(Runnable emission) {
    if (!tryEnter()) {
      throw new IllegalStateException(
          "The turn has ended and tells nothing more; join your threads before it is signalled.");
    }
    try {
      emission.run();
    } finally {
      leave();
    }
  }

  void leave() {
    if (inside.decrementAndGet() == CLOSED) {
      LockSupport.unpark(closing);
    }
  }

  /** Closes the window for new threads; threads inside may finish. */
  void close() {
    inside.getAndUpdate(now -> now | CLOSED);
  }

  /**
   * Waits until no thread is inside the closed window, at most that long, and through interrupts.
   * Returns false if a thread is still inside.
   */
  boolean awaitEmpty(Duration atMost) {
    if (inside.get() == CLOSED) {
      return true;
    }
    long end = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    closing = Thread.currentThread();
    for (long left = atMost.toNanos();
        inside.get() != CLOSED && left > 0;
        left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      interrupted |= Thread.interrupted();
    }
    closing = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return inside.get() == CLOSED;
  }
}
