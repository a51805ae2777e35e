package dev.adk4j.boot.internal.retrieval;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.RetrievalProperties;
import dev.adk4j.loop.Tool;
import dev.adk4j.vector.retrieval.CitedRetrieval;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.RetrievalListener;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.ClassUtils;

/** Retriever over all retrievers of the application. */
public final class AllRetrievers {

  private static final boolean MICROMETER =
      ClassUtils.isPresent(
          "io.micrometer.observation.ObservationRegistry", AllRetrievers.class.getClassLoader());

  private AllRetrievers() {}

  /** Returns a retriever over all retrievers, reranked and observed. */
  public static Retriever of(ListableBeanFactory beans, AdkProperties properties) {
    RetrievalListener listener = listener(beans);
    Retriever all =
        new InTurns(
            beans
                .getBeanProvider(Retriever.class)
                .orderedStream()
                .map(each -> each.observed(listener))
                .toList(),
            listener);
    Reranker reranker = beans.getBeanProvider(Reranker.class).getIfUnique();
    Retriever best =
        reranker == null ? all : all.reranked(reranker, budget(properties.retrieval()), listener);
    return properties.observations().enabled() && MICROMETER
        ? RetrievalObservations.around(best, beans)
        : best;
  }

  /** Returns the search over all retrievers as a tool; fails if there is no content to search. */
  public static Tool searchTool(ListableBeanFactory beans, AdkProperties properties) {
    if (beans.getBeanNamesForType(Retriever.class).length == 0) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.web.mcp.documents",
          true,
          "needs documents: set adk.retrieval.documents, or declare a Retriever bean");
    }
    return CitedRetrieval.of(of(beans, properties), properties.retrieval().limit()).tool();
  }

  /** Returns all listeners as one. */
  public static RetrievalListener listener(ListableBeanFactory beans) {
    List<RetrievalListener> listeners =
        beans.getBeanProvider(RetrievalListener.class).orderedStream().toList();
    return (stage, outcome, results, time) ->
        listeners.forEach(each -> each.finished(stage, outcome, results, time));
  }

  private static RerankBudget budget(RetrievalProperties settings) {
    RetrievalProperties.RerankLimits limits = settings.rerankLimits();
    return new RerankBudget(limits.candidates(), limits.time(), limits.tokens());
  }
}
