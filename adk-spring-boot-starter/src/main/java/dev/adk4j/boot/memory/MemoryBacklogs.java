package dev.adk4j.boot.memory;

import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Backlog of each store, read at most every ten seconds: gauges and health are read often, and each
 * store has several.
 */
final class MemoryBacklogs {

  private static final long AGE_NANOS = Duration.ofSeconds(10).toNanos();

  private final MemoryManager memory;
  private Map<String, StoreBacklog> known = Map.of();
  private long knownAt;
  private boolean asked;

  MemoryBacklogs(MemoryManager memory) {
    this.memory = memory;
  }

  List<String> stores() {
    return List.copyOf(memory.extraction().stores());
  }

  /** Returns true if a store has so many consecutive failures that most saves are skipped. */
  boolean backsOff(StoreBacklog backlog) {
    return memory.extraction().settings().backOff().backsOff(backlog.worstFailures());
  }

  synchronized Map<String, StoreBacklog> all() {
    long now = System.nanoTime();
    if (!asked || now - knownAt > AGE_NANOS) {
      known = memory.backlog();
      knownAt = now;
      asked = true;
    }
    return known;
  }
}
