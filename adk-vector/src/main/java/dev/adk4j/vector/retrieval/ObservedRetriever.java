package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.retrieval.RetrievalListener.Outcome;
import dev.adk4j.vector.retrieval.RetrievalListener.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Reports each search of a retriever. */
record ObservedRetriever(Retriever retriever, RetrievalListener listener) implements Retriever {

  ObservedRetriever {
    Objects.requireNonNull(retriever, "retriever");
    Objects.requireNonNull(listener, "listener");
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    long began = System.nanoTime();
    List<Passage> found;
    try {
      found = retriever.retrieve(query);
    } catch (Throwable e) {
      Duration time = Duration.ofNanos(System.nanoTime() - began);
      listener.finished(Stage.SEARCH, Outcome.FAILED, 0, time);
      throw e;
    }
    listener.finished(Stage.SEARCH, found.size(), began);
    return found;
  }
}
