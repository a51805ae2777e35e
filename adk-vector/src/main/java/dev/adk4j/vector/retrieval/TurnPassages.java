package dev.adk4j.vector.retrieval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Stores the passages of turns by number. Thread-safe. */
final class TurnPassages {

  private static final int TURNS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, TreeMap<Integer, Passage>> byTurn =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TreeMap<Integer, Passage>> eldest) {
          return size() > TURNS;
        }
      };

  boolean knows(String turn) {
    lock.lock();
    try {
      return byTurn.containsKey(turn);
    } finally {
      lock.unlock();
    }
  }

  /** Adds passages with the numbers in the records of the turn. */
  void restore(String turn, Map<Integer, Passage> recorded) {
    lock.lock();
    try {
      if (!recorded.isEmpty()) {
        TreeMap<Integer, Passage> known = byTurn.computeIfAbsent(turn, t -> new TreeMap<>());
        recorded.forEach(known::putIfAbsent);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the passages by their numbers in the turn; a known one keeps its number. */
  Map<Integer, Passage> number(String turn, List<Passage> found) {
    lock.lock();
    try {
      TreeMap<Integer, Passage> known = byTurn.computeIfAbsent(turn, t -> new TreeMap<>());
      Map<Integer, Passage> numbered = new LinkedHashMap<>();
      for (Passage passage : found) {
        int number = numberOf(known, passage);
        known.putIfAbsent(number, passage);
        numbered.put(number, passage);
      }
      return numbered;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of the passage, or the lowest free one. */
  private static int numberOf(Map<Integer, Passage> known, Passage passage) {
    for (Map.Entry<Integer, Passage> entry : known.entrySet()) {
      if (isSame(entry.getValue(), passage)) {
        return entry.getKey();
      }
    }
    int free = 1;
    while (known.containsKey(free)) {
      free++;
    }
    return free;
  }

  /** A record of a passage has no id. */
  private static boolean isSame(Passage known, Passage found) {
    return known.id().equals(found.id())
        || known.cited().equals(found.cited()) && known.text().equals(found.text());
  }

  /**
   * Returns the passages in the order of their numbers; empty if there are none, or not all are
   * known.
   */
  Optional<List<Passage>> of(String turn) {
    lock.lock();
    try {
      return Optional.ofNullable(byTurn.get(turn))
          .filter(known -> !known.isEmpty() && known.lastKey() == known.size())
          .map(known -> List.copyOf(known.values()));
    } finally {
      lock.unlock();
    }
  }
}
