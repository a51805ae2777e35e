package dev.adk4j.vector;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Collects the best rows of a pass over all rows. Rows are offered in insertion order; among equal
 * similarities the earlier row is better. A full set allocates nothing: a better row replaces the
 * worst.
 */
final class TopRows {

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.<Hit>comparingDouble(hit -> hit.similarity)
          .reversed()
          .thenComparingInt(hit -> hit.place);

  private final int capacity;
  private final PriorityQueue<Hit> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());
  private int offered;

  TopRows(int capacity) {
    this.capacity = capacity;
  }

  /** Row with its similarity and its place in the order of the pass. */
  static final class Hit {

    private StoredRow row;
    private double similarity;
    private int place;

    private Hit(StoredRow row, double similarity, int place) {
      this.row = row;
      this.similarity = similarity;
      this.place = place;
    }

    StoredRow row() {
      return row;
    }

    double similarity() {
      return similarity;
    }
  }

  void offer(StoredRow row, double similarity) {
    int place = offered++;
    if (worstFirst.size() < capacity) {
      worstFirst.add(new Hit(row, similarity, place));
      return;
    }
    Hit worst = worstFirst.peek();
    if (worst != null && similarity > worst.similarity) {
      worstFirst.poll();
      worst.row = row;
      worst.similarity = similarity;
      worst.place = place;
      worstFirst.add(worst);
    }
  }

  List<Hit> bestFirst() {
    return worstFirst.stream().sorted(BEST_FIRST).toList();
  }
}
