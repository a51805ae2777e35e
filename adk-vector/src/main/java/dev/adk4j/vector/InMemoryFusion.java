package dev.adk4j.vector;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Fuses two rankings by reciprocal ranks. */
final class InMemoryFusion {

  private InMemoryFusion() {}

  private record Fused(String id, double score, Explanation explanation) {}

  /** Among equal scores, the better one by vector comes first. */
  static List<VectorMatch> fuse(
      HybridPlan plan,
      Map<String, Explanation.Rank> byVector,
      Map<String, Explanation.Rank> byWords,
      Function<String, StoredRow> rows) {
    Set<String> ids = new LinkedHashSet<>(byVector.keySet());
    ids.addAll(byWords.keySet());
    return ids.stream()
        .map(
            id -> {
              Explanation explanation = new Explanation(byVector.get(id), byWords.get(id));
              return new Fused(id, plan.score(explanation), explanation);
            })
        .sorted(Comparator.comparingDouble(Fused::score).reversed())
        .skip(plan.search().offset())
        .limit(plan.search().topK())
        .map(
            fused ->
                rows.apply(fused.id())
                    .match(plan.search().projection(), fused.score())
                    .explained(fused.score(), fused.explanation()))
        .toList();
  }
}
