package dev.adk4j.vector.retrieval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Passages that turns were given, by number. Thread-safe. */
final class TurnPassages {

  private static final int TURNS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, List<Passage>> byTurn =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<Passage>> eldest) {
          return size() > TURNS;
        }
      };

  /** Returns the passages by their numbers in the turn; a known one has its number already. */
  Map<Integer, Passage> number(String turn, List<Passage> found) {
    lock.lock();
    try {
      List<Passage> known = byTurn.computeIfAbsent(turn, t -> new ArrayList<>());
      Map<Integer, Passage> numbered = new LinkedHashMap<>();
      for (Passage passage : found) {
        int place = placeOf(known, passage.id());
        if (place < 0) {
          place = known.size();
          known.add(passage);
        }
        numbered.put(place + 1, passage);
      }
      return numbered;
    } finally {
      lock.unlock();
    }
  }

  private static int placeOf(List<Passage> known, String id) {
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  Optional<List<Passage>> of(String turn) {
    lock.lock();
    try {
      return Optional.ofNullable(byTurn.get(turn))
          .filter(known -> !known.isEmpty())
          .map(List::copyOf);
    } finally {
      lock.unlock();
    }
  }
}
