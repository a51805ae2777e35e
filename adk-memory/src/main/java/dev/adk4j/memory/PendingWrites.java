package dev.adk4j.memory;

import dev.adk4j.abort.Subscription;
import dev.adk4j.memory.call.Deadlines;
import dev.adk4j.memory.call.WritesUnderWay;
import dev.adk4j.memory.store.MemoryOwner;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Writes that nobody waits for, but the end of the program. */
final class PendingWrites {

  /** Stands for the stores of a write that has not got to them. */
  static final String EVERY_STORE = "";

  private final Deadlines deadlines;
  private final WritesUnderWay writes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int running;

  PendingWrites(Deadlines deadlines, WritesUnderWay writes) {
    this.writes = writes;
    this.deadlines = deadlines;
  }

  void start(MemoryOwner owner, Runnable write) {
    Subscription underWay = writes.begin(owner, EVERY_STORE);
    change(1);
    Thread.ofVirtual()
        .name("adk-memory-write")
        .start(
            () -> {
              try {
                write.run();
              } finally {
                underWay.close();
                change(-1);
              }
            });
  }

  private void change(int by) {
    lock.lock();
    try {
      running += by;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether all have ended within the time. */
  boolean await(Duration limit) {
    boolean[] expired = {false};
    Runnable expire =
        () -> {
          expired[0] = true;
          change(0);
        };
    try (Subscription deadline = deadlines.after(limit, expire)) {
      lock.lock();
      try {
        while (running > 0 && !expired[0]) {
          changed.await();
        }
        return running == 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        lock.unlock();
      }
    }
  }
}
