package dev.adk4j.memory.call;

import dev.adk4j.abort.Subscription;
import dev.adk4j.memory.store.MemoryOwner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the writes of this process that may still reach a store, so that an erasure can wait for
 * them. One whose caller has given up counts until its thread is back. Thread-safe.
 */
public final class WritesUnderWay {

  private final Deadlines deadlines;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Map<Write, Integer> running = new HashMap<>();

  public WritesUnderWay(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  private record Write(MemoryOwner owner, String store) {}

  /** Counts a write from here on until what is returned is closed. */
  public Subscription begin(MemoryOwner owner, String store) {
    Write write = new Write(owner, store);
    change(write, 1);
    return () -> change(write, -1);
  }

  /** Runs the call, which counts meanwhile. */
  public <T extends @Nullable Object> T run(MemoryOwner owner, String store, Callable<T> call)
      throws Exception {
    try (Subscription write = begin(owner, store)) {
      return call.call();
    }
  }

  private void change(Write write, int by) {
    lock.lock();
    try {
      running.merge(write, by, (a, b) -> a + b == 0 ? null : a + b);
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The stores that writes of the owner have still not ended with after that long. */
  public Set<String> await(MemoryOwner owner, Duration limit) {
    boolean[] expired = {false};
    Runnable expire =
        () -> {
          lock.lock();
          try {
            expired[0] = true;
            ended.signalAll();
          } finally {
            lock.unlock();
          }
        };
    try (Subscription deadline = deadlines.after(limit, expire)) {
      lock.lock();
      try {
        while (!stores(owner).isEmpty() && !expired[0]) {
          ended.await();
        }
        return stores(owner);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return stores(owner);
      } finally {
        lock.unlock();
      }
    }
  }

  private Set<String> stores(MemoryOwner owner) {
    return running.keySet().stream()
        .filter(write -> write.owner.equals(owner))
        .map(Write::store)
        .collect(Collectors.toSet());
  }
}
