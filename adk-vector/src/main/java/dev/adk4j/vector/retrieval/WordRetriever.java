package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.internal.WordIndex;
import dev.adk4j.vector.internal.WordIndex.Weighted;
import java.util.List;

/** Searches passages by their words, ranked by BM25. Immutable after its construction. */
final class WordRetriever implements Retriever {

  private static final int TITLE_WEIGHT = 2;

  private final WordIndex<Passage> index = new WordIndex<>();

  WordRetriever(List<Passage> passages) {
    for (Passage passage : passages) {
      index.put(
          passage, new Weighted(passage.text(), 1), new Weighted(passage.title(), TITLE_WEIGHT));
    }
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) {
    return index.search(query.text(), query.limit(), passage -> true).stream()
        .map(hit -> hit.key().withScore(hit.share()))
        .toList();
  }
}
