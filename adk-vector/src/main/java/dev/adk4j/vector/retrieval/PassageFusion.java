package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.Explanation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Fuses the results of several questions by reciprocal ranks. */
final class PassageFusion {

  private PassageFusion() {}

  /**
   * Keeps the scores of a single list; for several lists, a score is 1 for the first of all of
   * them.
   */
  static List<Passage> fuse(List<List<Passage>> found, int limit) {
    if (found.size() == 1) {
      return found.getFirst();
    }
    Map<String, Passage> passages = new LinkedHashMap<>();
    Map<String, Double> scores = new LinkedHashMap<>();
    for (List<Passage> each : found) {
      for (int i = 0; i < each.size(); i++) {
        Passage passage = each.get(i);
        passages.putIfAbsent(passage.id(), passage);
        scores.merge(passage.id(), (Explanation.K + 1.0) / (Explanation.K + i + 1), Double::sum);
      }
    }
    return passages.values().stream()
        .map(
            passage ->
                passage.withScore(
                    Math.min(1, scores.getOrDefault(passage.id(), 0.0) / found.size())))
        .sorted(Comparator.comparingDouble(PassageFusion::score).reversed())
        .limit(limit)
        .toList();
  }

  private static double score(Passage passage) {
    return Objects.requireNonNull(passage.score());
  }
}
