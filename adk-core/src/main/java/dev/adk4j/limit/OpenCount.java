package dev.adk4j.limit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** How many of a kind are open on this node, in all and of each owner. Thread-safe. */
final class OpenCount {

  private static final Duration SOON = Duration.ofSeconds(1);

  private final @Nullable Limit limitOfAll;
  private final int mostOfAll;
  private final Limit limitOfEach;
  private final int mostOfEach;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Owner, Integer> open = new HashMap<>();
  private int all;

  /**
   * @param limitOfAll null for none
   * @param mostOfAll 0 for no limit
   * @param mostOfEach 0 for no limit
   */
  OpenCount(@Nullable Limit limitOfAll, int mostOfAll, Limit limitOfEach, int mostOfEach) {
    this.limitOfAll = limitOfAll;
    this.mostOfAll = mostOfAll;
    this.limitOfEach = limitOfEach;
    this.mostOfEach = mostOfEach;
  }

  /**
   * Takes a place.
   *
   * @param owner null for nobody, held to the limit of all alone
   */
  Permit take(@Nullable Owner owner) {
    lock.lock();
    try {
      check(owner);
      all++;
      if (owner != null) {
        open.merge(owner, 1, Integer::sum);
      }
    } finally {
      lock.unlock();
    }
    return new Permit(() -> release(owner));
  }

  /** Refuses as {@link #take} does now, and takes nothing. */
  void check(@Nullable Owner owner) {
    lock.lock();
    try {
      if (owner != null && mostOfEach > 0 && open.getOrDefault(owner, 0) >= mostOfEach) {
        throw new LimitException(limitOfEach, mostOfEach, SOON);
      }
      if (limitOfAll != null && mostOfAll > 0 && all >= mostOfAll) {
        throw new LimitException(limitOfAll, mostOfAll, SOON);
      }
    } finally {
      lock.unlock();
    }
  }

  int all() {
    lock.lock();
    try {
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void release(@Nullable Owner owner) {
    lock.lock();
    try {
      all--;
      if (owner != null) {
        open.computeIfPresent(owner, (same, n) -> n == 1 ? null : n - 1);
      }
    } finally {
      lock.unlock();
    }
  }
}
