package dev.adk4j.durable.kill;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A place at which all turns of a node stop for ever, so that a kill hits what is there and nothing
 * else. Says {@code AT} for each that stops, and {@code STILL} when none of the node's turns is
 * anywhere else.
 */
final class Places {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  private final int threads;
  private final Consumer<String> says;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition never = lock.newCondition();
  private final Set<String> running = new HashSet<>();
  private final Set<String> here = new HashSet<>();
  private volatile String armed = "";
  private long armedAt;
  private boolean still;

  Places(int threads, Consumer<String> says) {
    this.threads = threads;
    this.says = says;
  }

  void arm(String place) {
    lock.lock();
    try {
      armed = place;
      armedAt = System.nanoTime();
    } finally {
      lock.unlock();
    }
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!look()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
              }
            });
  }

  private boolean look() {
    lock.lock();
    try {
      boolean enough =
          here.size() >= threads / 2 || !here.isEmpty() && System.nanoTime() - armedAt > PATIENCE;
      if (!still && enough && here.equals(running)) {
        still = true;
        says.accept("STILL");
      }
      return still;
    } finally {
      lock.unlock();
    }
  }

  void begins(String turn) {
    lock.lock();
    try {
      while (still) {
        never.awaitUninterruptibly();
      }
      running.add(turn);
    } finally {
      lock.unlock();
    }
  }

  void ended(String turn) {
    lock.lock();
    try {
      running.remove(turn);
    } finally {
      lock.unlock();
    }
    if (!armed.isEmpty()) {
      look();
    }
  }

  /**
   * @param call the number of the call that nobody will know the outcome of; -1 for none
   */
  void pass(String place, String turn, int call) {
    if (!armed.equals(place)) {
      return;
    }
    lock.lock();
    try {
      here.add(turn);
      says.accept("AT " + turn + " " + call);
      look();
      while (true) {
        never.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
