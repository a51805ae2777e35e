package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.BoundedMap;
import dev.adk4j.internal.Mutex;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Stores the passages of turns by number. Thread-safe. */
final class TurnPassages {

  private static final int TURNS = 1_000;

  private final Mutex mutex = new Mutex();

  private final Map<String, TreeMap<Integer, Passage>> byTurn = BoundedMap.ofLastUsed(TURNS);

  boolean knows(String turn) {
    return mutex.get(() -> byTurn.containsKey(turn));
  }

  /** Adds passages with the numbers in the records of the turn. */
  void restore(String turn, Map<Integer, Passage> recorded) {
    if (!recorded.isEmpty()) {
      mutex.run(() -> recorded.forEach(known(turn)::putIfAbsent));
    }
  }

  /** Returns the passages by their numbers in the turn; a known one keeps its number. */
  Map<Integer, Passage> number(String turn, List<Passage> found) {
    return mutex.get(
        () -> {
          TreeMap<Integer, Passage> known = known(turn);
          Map<Integer, Passage> numbered = new LinkedHashMap<>();
          for (Passage passage : found) {
            int number = numberOf(known, passage);
            known.putIfAbsent(number, passage);
            numbered.put(number, passage);
          }
          return numbered;
        });
  }

  private TreeMap<Integer, Passage> known(String turn) {
    return byTurn.computeIfAbsent(turn, t -> new TreeMap<>());
  }

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
    return mutex.get(
        () ->
            Optional.ofNullable(byTurn.get(turn))
                .filter(known -> !known.isEmpty() && known.lastKey() == known.size())
                .map(known -> List.copyOf(known.values())));
  }
}
