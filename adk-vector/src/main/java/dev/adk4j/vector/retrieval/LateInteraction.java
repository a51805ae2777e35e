package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.VectorEncoder.EncodeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Compares each token of the question with each token of a passage. */
record LateInteraction(TokenEncoder encoder) implements Reranker {

  LateInteraction {
    Objects.requireNonNull(encoder, "encoder");
  }

  private record Scored(Passage passage, double score) {}

  @Override
  public List<Passage> rerank(RetrievalQuery query, List<Passage> candidates) throws Exception {
    List<float[]> asked = encoder.encode(List.of(query.text()), EncodeKind.QUERY).getFirst();
    List<List<float[]>> documents =
        encoder.encode(candidates.stream().map(Passage::document).toList(), EncodeKind.DOCUMENT);
    List<Scored> scored = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      scored.add(new Scored(candidates.get(i), score(asked, documents.get(i))));
    }
    return scored.stream()
        .sorted(Comparator.comparingDouble(Scored::score).reversed())
        .map(Scored::passage)
        .toList();
  }

  private static double score(List<float[]> question, List<float[]> document)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    // once for each token, not for each pair
    double[] norms = document.stream().mapToDouble(token -> Similarity.dot(token, token)).toArray();
    double sum = 0;
    for (float[] token : question) {
      double norm = Similarity.dot(token, token);
      double best = -1;
      for (int i = 0; i < norms.length; i++) {
        best = Math.max(best, Similarity.cosine(token, norm, document.get(i), norms[i]));
      }
      sum += best;
    }
    return sum / Math.max(1, question.size());
  }
}
