package dev.adk4j.boot.load;

import java.util.ArrayList;
import java.util.List;

/** Durations in milliseconds. Thread-safe. */
final class Latencies {

  private final List<Long> all = new ArrayList<>();

  synchronized void add(long startedNanos) {
    all.add((System.nanoTime() - startedNanos) / 1_000_000);
  }

  /** What came before was for warming up. */
  synchronized void clear() {
    all.clear();
  }

  synchronized int count() {
    return all.size();
  }

  /** The one that so many of a hundred are not above. */
  synchronized long percentile(int percent) {
    List<Long> sorted = all.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  @Override
  public String toString() {
    return "%d, p50 %d ms, p95 %d ms, max %d ms"
        .formatted(count(), percentile(50), percentile(95), percentile(100));
  }
}
