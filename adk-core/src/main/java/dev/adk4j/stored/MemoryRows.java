package dev.adk4j.stored;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows in memory, oldest first. Of the rows that have ended, only those stay that ended last. */
final class MemoryRows<K, R> {

  private static final int ENDED_KEPT = 10_000;

  private final Map<K, R> rows = new LinkedHashMap<>();
  private final Set<K> ended = new LinkedHashSet<>();

  void put(K key, R row) {
    rows.put(key, row);
  }

  @Nullable R get(K key) {
    return rows.get(key);
  }

  Stream<R> stream() {
    return rows.values().stream();
  }

  /** Records that a row has ended. Returns the row that is removed for it, if there is one. */
  @Nullable R end(K key) {
    ended.add(key);
    if (ended.size() <= ENDED_KEPT) {
      return null;
    }
    K oldest = ended.iterator().next();
    ended.remove(oldest);
    return rows.remove(oldest);
  }

  /** Records that a row that had ended continues. */
  void reopen(K key) {
    ended.remove(key);
  }
}
