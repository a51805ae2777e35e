package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.List;

/** Search of any library. */
@FunctionalInterface
interface Searching {

  List<Found> find(String question, int limit) throws Exception;

  static Searching of(Retriever retriever) {
    return (question, limit) ->
        retriever.retrieve(RetrievalQuery.of(question, limit)).stream()
            .map(passage -> new Found(passage.source(), passage.text()))
            .toList();
  }
}
