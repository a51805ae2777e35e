package dev.adk4j.limit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the open items of one kind on this node, in total and per owner. Thread-safe. */
final class OpenCount {

  private static final Duration SOON = Duration.ofSeconds(1);

  private final RequestLimits.Options options;
  private final @Nullable Limit ofAll;
  private final Limit ofEach;
  private final Map<Owner, Integer> open = new HashMap<>();
  private int all;

  /**
   * @param ofAll null for no limit
   */
  OpenCount(RequestLimits.Options options, @Nullable Limit ofAll, Limit ofEach) {
    this.options = options;
    this.ofAll = ofAll;
    this.ofEach = ofEach;
  }

  /**
   * Acquires a permit.
   *
   * @param owner null for no owner, to which only the total limit applies
   */
  synchronized Permit take(@Nullable Owner owner) {
    check(owner);
    all++;
    if (owner != null) {
      open.merge(owner, 1, Integer::sum);
    }
    return new Permit(() -> release(owner));
  }

  /** Rejects if {@link #take} would reject now; acquires nothing. */
  synchronized void check(@Nullable Owner owner) {
    if (owner != null) {
      check(ofEach, open.getOrDefault(owner, 0));
    }
    if (ofAll != null) {
      check(ofAll, all);
    }
  }

  private void check(Limit limit, int taken) {
    int allowed = options.most(limit);
    if (allowed > 0 && taken >= allowed) {
      throw new LimitException(limit, allowed, SOON);
    }
  }

  synchronized int all() {
    return all;
  }

  private synchronized void release(@Nullable Owner owner) {
    all--;
    if (owner != null) {
      open.computeIfPresent(owner, (same, n) -> n == 1 ? null : n - 1);
    }
  }
}
