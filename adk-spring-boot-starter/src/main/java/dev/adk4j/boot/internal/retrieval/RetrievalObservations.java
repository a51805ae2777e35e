package dev.adk4j.boot.internal.retrieval;

import dev.adk4j.boot.internal.observe.AdkObservation;
import dev.adk4j.boot.internal.observe.AdkObservation.Key;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.Retriever;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;

/** Observes the queries of a turn to its retrievers. Loaded only if Micrometer is present. */
final class RetrievalObservations {

  private RetrievalObservations() {}

  static Retriever around(Retriever retriever, ListableBeanFactory beans) {
    ObservationRegistry registry =
        beans
            .getBeanProvider(ObservationRegistry.class)
            .getIfUnique(() -> ObservationRegistry.NOOP);
    return query -> {
      Observation observation =
          AdkObservation.RETRIEVAL
              .observation(registry)
              .lowCardinalityKeyValue(Key.RETRIEVAL_OUTCOME.withValue("failed"));
      return observation.observeChecked(
          () -> {
            List<Passage> found = retriever.retrieve(query);
            observation.lowCardinalityKeyValue(
                Key.RETRIEVAL_OUTCOME.withValue(found.isEmpty() ? "empty" : "found"));
            return found;
          });
    };
  }
}
