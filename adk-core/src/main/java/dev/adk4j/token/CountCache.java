package dev.adk4j.token;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches the token counts of one text by encoding. Lock-free: two threads may count the same text
 * twice, but with the same result.
 */
final class CountCache {

  private static final int BUILT_IN = TokenEncoding.values().length;

  /** Ids come from callers: limits the counts of a text. */
  private static final int CUSTOM_IDS = 32;

  private @Nullable Counts counts;

  /** Returns the cached count, or -1. */
  int get(TokenEncoding encoding) {
    Counts current = counts;
    return current != null && current.generation == TokenCounters.generation()
        ? current.builtIn[encoding.ordinal()] - 1
        : -1;
  }

  /** Returns the cached count, or -1. */
  int get(String encodingId) {
    TokenEncoding encoding = TokenEncoding.find(encodingId);
    if (encoding != null) {
      return get(encoding);
    }
    Counts current = counts;
    Integer count =
        current != null && current.generation == TokenCounters.generation()
            ? current.custom.get(encodingId)
            : null;
    return count == null ? -1 : count;
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
      current = new Counts(generation);
      counts = current;
    }
    TokenEncoding encoding = TokenEncoding.find(encodingId);
    if (encoding != null) {
      current.builtIn[encoding.ordinal()] = count + 1;
    } else if (current.custom.size() < CUSTOM_IDS) {
      current.custom.put(encodingId, count);
    }
    return count;
  }

  /** All fields are final, so that a plain field may publish it. */
  private static final class Counts {

    private final int generation;

    /** One more than the count; 0 if there is no count. */
    private final int[] builtIn = new int[BUILT_IN];

    private final Map<String, Integer> custom = new ConcurrentHashMap<>(1);

    private Counts(int generation) {
      this.generation = generation;
    }
  }
}
