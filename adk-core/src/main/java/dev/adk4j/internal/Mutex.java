package dev.adk4j.internal;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time work on what it guards; a thread that works already may do so again. A
 * lock rather than a monitor, so that virtual threads can wait.
 */
public final class Mutex {

  private final ReentrantLock lock = new ReentrantLock();

  public void run(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  public <T extends @Nullable Object> T get(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** For work that throws checked exceptions, or that has to wait for something. */
  public ReentrantLock lock() {
    return lock;
  }
}
