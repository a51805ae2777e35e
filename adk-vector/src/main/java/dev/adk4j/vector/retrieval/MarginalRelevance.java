package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.vector.VectorEncoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects repeatedly the passage that is most relevant and least similar to those already selected.
 */
record MarginalRelevance(VectorEncoder encoder, double relevance) implements Reranker {

  MarginalRelevance {
    new Violations()
        .required(encoder, "$.encoder")
        .check(relevance >= 0 && relevance <= 1, "$.relevance", "range", "must be from 0 to 1")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  @Override
  public List<Passage> rerank(RetrievalQuery query, List<Passage> candidates) {
    List<float[]> vectors =
        encoder.encode(
            candidates.stream().map(Passage::document).toList(), VectorEncoder.EncodeKind.DOCUMENT);
    int size = candidates.size();
    double[] closest = new double[size];
    boolean[] taken = new boolean[size];
    List<Passage> order = new ArrayList<>(size);
    while (order.size() < size) {
      int best = -1;
      double highest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < size; i++) {
        double value =
            relevance * relevance(candidates.get(i).score(), i, size)
                - (1 - relevance) * closest[i];
        if (!taken[i] && value > highest) {
          best = i;
          highest = value;
        }
      }
      taken[best] = true;
      order.add(candidates.get(best));
      for (int i = 0; i < size; i++) {
        closest[i] = Math.max(closest[i], Similarity.cosine(vectors.get(best), vectors.get(i)));
      }
    }
    return order;
  }

  /** Uses the position if there is no score. */
  private static double relevance(@Nullable Double score, int place, int size) {
    return score == null ? 1 - place / (double) size : score;
  }
}
