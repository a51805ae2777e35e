package dev.adk4j.internal;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time use the guarded state; reentrant. A lock instead of a monitor, so that
 * virtual threads can wait, and a lock by inheritance, which saves an object for each set of a
 * turn.
 */
@NoJsonForm
public final class Mutex extends ReentrantLock {

  public void run(Runnable work) {
    lock();
    try {
      work.run();
    } finally {
      unlock();
    }
  }

  public <T extends @Nullable Object> T get(Supplier<T> work) {
    lock();
    try {
      return work.get();
    } finally {
      unlock();
    }
  }
}
