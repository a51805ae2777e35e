package dev.adk4j.boot.internal.retrieval;

import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalListener;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls several retrievers and takes their results in turns, because their scores cannot be
 * compared: the best of each, then the second of each, up to the limit.
 */
record InTurns(List<Retriever> retrievers, RetrievalListener listener) implements Retriever {

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    List<List<Passage>> found = new ArrayList<>();
    for (Retriever retriever : retrievers) {
      found.add(retriever.retrieve(query));
    }
    long began = System.nanoTime();
    List<Passage> passages = new ArrayList<>();
    for (int rank = 0; rank < query.limit(); rank++) {
      for (List<Passage> each : found) {
        if (rank < each.size() && passages.size() < query.limit()) {
          passages.add(each.get(rank));
        }
      }
    }
    if (found.size() > 1) {
      listener.finished(RetrievalListener.Stage.FUSE, passages.size(), began);
    }
    return passages;
  }
}
