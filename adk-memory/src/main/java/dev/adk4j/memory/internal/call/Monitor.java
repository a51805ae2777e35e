package dev.adk4j.memory.internal.call;

import dev.adk4j.abort.Subscription;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Guards state and waits, with a time limit, for a condition on it. Thread-safe. */
public final class Monitor {

  private final Deadlines deadlines;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  public Monitor(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /** Changes or reads the state and wakes waiting threads. */
  public <T extends @Nullable Object> T get(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      changed.signalAll();
      lock.unlock();
    }
  }

  /** Changes the state and wakes waiting threads. */
  public void run(Runnable work) {
    get(
        () -> {
          work.run();
          return true;
        });
  }

  /** Returns true if the condition holds within the limit; false also on an interrupt. */
  public boolean await(BooleanSupplier condition, Duration limit) {
    boolean[] expired = {false};
    try (Subscription deadline = deadlines.after(limit, () -> run(() -> expired[0] = true))) {
      lock.lock();
      try {
        while (!condition.getAsBoolean() && !expired[0]) {
          changed.await();
        }
        return condition.getAsBoolean();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        lock.unlock();
      }
    }
  }
}
