package dev.adk4j.internal;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time work on what it guards; a thread that works already may do so again. A
 * lock rather than a monitor, so that virtual threads can wait, and a lock itself, so that each set
 * of a turn is an object less.
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
