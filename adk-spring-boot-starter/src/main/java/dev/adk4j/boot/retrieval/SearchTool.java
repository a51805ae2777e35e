package dev.adk4j.boot.retrieval;

import dev.adk4j.loop.Tool;
import dev.adk4j.vector.retrieval.CitedRetrieval;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The search of everything that turns are answered from, as a tool.
 *
 * @param limit largest number of passages
 */
public record SearchTool(ListableBeanFactory beans, int limit) {

  /** Returns the tool; refuses to if nothing can be searched. */
  public Tool tool() {
    List<Retriever> retrievers = beans.getBeanProvider(Retriever.class).orderedStream().toList();
    if (retrievers.isEmpty()) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.web.mcp.documents",
          true,
          "needs documents: set adk.retrieval.documents, or declare a Retriever bean");
    }
    Retriever all = new InTurns(retrievers);
    Reranker reranker = beans.getBeanProvider(Reranker.class).getIfUnique();
    return CitedRetrieval.of(
            reranker == null ? all : all.reranked(reranker, RerankBudget.DEFAULT), limit)
        .tool();
  }
}
