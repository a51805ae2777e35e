package dev.adk4j.boot.internal.retrieval;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.loop.Tool;
import dev.adk4j.vector.retrieval.CitedRetrieval;
import dev.adk4j.vector.retrieval.Retriever;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Search over all documents and retrievers of turns, as a tool. */
public record SearchTool(ListableBeanFactory beans, AdkProperties properties) {

  /** Returns the tool; fails if there is no content to search. */
  public Tool tool() {
    if (beans.getBeanNamesForType(Retriever.class).length == 0) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.web.mcp.documents",
          true,
          "needs documents: set adk.retrieval.documents, or declare a Retriever bean");
    }
    return CitedRetrieval.of(AllRetrievers.of(beans, properties), properties.retrieval().limit())
        .tool();
  }
}
