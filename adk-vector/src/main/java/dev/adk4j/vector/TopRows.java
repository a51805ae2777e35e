package dev.adk4j.vector;

/**
 * The best rows of a pass over all: a heap with the worst on top, in arrays of a fixed size, so
 * that offering a row allocates nothing. Rows are offered in insertion order; of equal similarities
 * the earlier row is the better.
 */
final class TopRows {

  private final double[] similarities;
  private final int[] order;
  private final StoredRow[] rows;
  private int size;
  private int offered;

  TopRows(int capacity) {
    this.similarities = new double[capacity];
    this.order = new int[capacity];
    this.rows = new StoredRow[capacity];
  }

  void offer(StoredRow row, double similarity) {
    int place = offered++;
    if (size < rows.length) {
      up(size++, row, similarity, place);
    } else if (size > 0 && similarity > similarities[0]) {
      down(0, row, similarity, place, size);
    }
  }

  int size() {
    return size;
  }

  StoredRow row(int rank) {
    return rows[rank];
  }

  double similarity(int rank) {
    return similarities[rank];
  }

  /** Best first; nothing may be offered afterwards. */
  void sort() {
    for (int end = size - 1; end > 0; end--) {
      StoredRow worst = rows[0];
      double similarity = similarities[0];
      int place = order[0];
      down(0, rows[end], similarities[end], order[end], end);
      set(end, worst, similarity, place);
    }
  }

  /** Whether a is worse than what is stored at i. */
  private boolean worse(double similarity, int place, int i) {
    return similarity < similarities[i] || similarity == similarities[i] && place > order[i];
  }

  private void up(int at, StoredRow row, double similarity, int place) {
    int i = at;
    while (i > 0) {
      int parent = (i - 1) / 2;
      if (!worse(similarity, place, parent)) {
        break;
      }
      set(i, rows[parent], similarities[parent], order[parent]);
      i = parent;
    }
    set(i, row, similarity, place);
  }

  private void down(int at, StoredRow row, double similarity, int place, int end) {
    int i = at;
    while (2 * i + 1 < end) {
      int child = 2 * i + 1;
      if (child + 1 < end && worse(similarities[child + 1], order[child + 1], child)) {
        child++;
      }
      if (!worse(similarities[child], order[child], place, similarity)) {
        break;
      }
      set(i, rows[child], similarities[child], order[child]);
      i = child;
    }
    set(i, row, similarity, place);
  }

  private static boolean worse(double similarity, int place, int otherPlace, double other) {
    return similarity < other || similarity == other && place > otherPlace;
  }

  private void set(int i, StoredRow row, double similarity, int place) {
    rows[i] = row;
    similarities[i] = similarity;
    order[i] = place;
  }
}
