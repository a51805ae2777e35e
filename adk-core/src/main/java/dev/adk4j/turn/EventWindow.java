package dev.adk4j.turn;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The time in which events may be told. Counts what is being told, so that an end can be told after
 * all of it. Thread-safe; entering takes no lock.
 */
final class EventWindow {

  private static final int CLOSED = Integer.MIN_VALUE;

  private final AtomicInteger inside = new AtomicInteger();
  private volatile @Nullable Thread closing;

  /** Returns false once the window is closed; else {@link #leave} has to follow. */
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
   * Enters, or throws: for events that must not get lost in silence.
   *
   * @throws IllegalStateException where the window is closed
   */
  void enter() {
    if (!tryEnter()) {
      throw new IllegalStateException(
          "The turn has ended and tells nothing more; join your threads before it is signalled.");
    }
  }

  void leave() {
    if (inside.decrementAndGet() == CLOSED) {
      LockSupport.unpark(closing);
    }
  }

  /** Lets nobody in any more; who is inside may finish. */
  void close() {
    inside.getAndUpdate(now -> now | CLOSED);
  }

  boolean isClosed() {
    return inside.get() < 0;
  }

  /**
   * Waits until nobody is inside the closed window, at most that long, and through interrupts;
   * false where somebody still is.
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
