package dev.adk4j.token;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches the token counts of one text by encoding. Lock-free: two threads may count the same text
 * twice, but with the same result.
 */
final class CountCache {

  /** Ids come from callers: limits the counts of a text. */
  private static final int MAX_IDS = 64;

  private @Nullable Counts counts;

  /** Returns the cached count, or -1. */
  int get(String encodingId) {
    Counts current = counts;
    return current != null && current.generation == TokenCounters.generation()
        ? current.byEncoding.getOrDefault(encodingId, -1)
        : -1;
  }

  /** Returns the count and caches it, unless a failing tokenizer made it an estimate. */
  int count(String text, String encodingId) {
    // Read before counting: if a counter is installed meanwhile, this count becomes invalid.
    int generation = TokenCounters.generation();
    int count = TokenCounters.countOrDegraded(text, encodingId);
    if (count < 0) {
      return ~count;
    }
    Counts current = counts;
    if (current == null || current.generation != generation) {
      current = new Counts(generation, new ConcurrentHashMap<>(1));
      counts = current;
    }
    if (current.byEncoding.size() < MAX_IDS) {
      current.byEncoding.put(encodingId, count);
    }
    return count;
  }

  /** All fields are final, so that a plain field may publish it. */
  private record Counts(int generation, Map<String, Integer> byEncoding) {}
}
