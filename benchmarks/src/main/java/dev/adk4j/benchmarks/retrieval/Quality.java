package dev.adk4j.benchmarks.retrieval;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How well a search finds.
 *
 * @param recall share of the questions that one of ten passages answers
 * @param gain nDCG@10, where the first passage that answers counts and no other
 * @param first share of the questions that the first passage answers
 * @param few share of the questions that one of the first {@code limit} passages answers
 * @param characters mean length of the ten passages together
 * @param millis median time of a search
 */
record Quality(
    double recall, double gain, double first, double few, double characters, double millis) {

  static final int TOP = 10;

  private static final int WARM_UP = 10;

  static Quality of(Searching search, List<Item> items, int limit) throws Exception {
    for (Item item : items.subList(0, Math.min(WARM_UP, items.size()))) {
      search.find(item.question(), TOP);
    }
    List<Double> millis = new ArrayList<>();
    double found = 0;
    double gain = 0;
    double first = 0;
    double few = 0;
    double characters = 0;
    for (Item item : items) {
      long from = System.nanoTime();
      List<Found> passages = search.find(item.question(), TOP);
      millis.add((System.nanoTime() - from) / 1e6);
      characters += passages.stream().mapToInt(passage -> passage.text().length()).sum();
      int rank = rank(passages, item);
      if (rank >= 0) {
        found++;
        gain += Math.log(2) / Math.log(rank + 2);
        first += rank == 0 ? 1 : 0;
        few += rank < limit ? 1 : 0;
      }
    }
    millis.sort(null);
    int all = items.size();
    return new Quality(
        found / all,
        gain / all,
        first / all,
        few / all,
        characters / all,
        millis.get(millis.size() / 2));
  }

  private static int rank(List<Found> passages, Item item) {
    for (int i = 0; i < passages.size(); i++) {
      if (item.answers().test(passages.get(i))) {
        return i;
      }
    }
    return -1;
  }

  Quality withMillis(double other) {
    return new Quality(recall, gain, first, few, characters, other);
  }

  /** Returns the cells of a table: recall, gain, first, time. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f | %.3f | %.3f | %.1f", recall, gain, first, millis);
  }
}
