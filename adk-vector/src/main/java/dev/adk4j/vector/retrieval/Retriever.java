package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.TurnMiddleware;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the passages that help to answer a question. On Spring Boot a bean of this type is enough:
 * its passages become retrievables of every turn. Must be thread-safe.
 *
 * {@snippet :
 * Retriever guides = DocumentIndex.of(documents, TrustTier.FIRST_PARTY).byWords();
 * List<Passage> found = guides.retrieve(RetrievalQuery.of("How do I return a lamp?", 5));
 * }
 *
 * @since 0.1.0
 */
@FunctionalInterface
@NoJsonForm
public interface Retriever {

  /**
   * Returns at most as many passages as the query's limit, best first; none for a blank text.
   * {@link RetrievalQuery#scope()}, never the text, restricts the search to a tenant's or subject's
   * passages.
   */
  List<Passage> retrieve(RetrievalQuery query) throws Exception;

  /**
   * Returns a retriever whose reranker orders more passages than needed. If it is late or fails,
   * the first order is kept and a warning is logged.
   */
  default Retriever reranked(Reranker reranker, RerankBudget budget) {
    return reranked(reranker, budget, RetrievalListener.NONE);
  }

  /** Does the same as {@link #reranked(Reranker, RerankBudget)}, and reports to a listener. */
  default Retriever reranked(Reranker reranker, RerankBudget budget, RetrievalListener listener) {
    return new RerankingRetriever(this, reranker, budget, listener);
  }

  /** Returns a retriever that reports each of its searches. */
  default Retriever observed(RetrievalListener listener) {
    return new ObservedRetriever(this, listener);
  }

  /**
   * Returns middleware that adds passages to the retrievables of a turn. Its query is the newest
   * message of the user, limited to the first 2,000 characters, so place it after the middleware
   * that accepts the input. An exception of the retriever fails the turn.
   *
   * @param limit maximum number of passages for one turn, at least 1
   */
  default TurnMiddleware inTurn(int limit) {
    return inTurn(limit, null, RetrievalListener.NONE);
  }

  /**
   * Returns middleware like {@link #inTurn(int)} that searches for the rewriter's questions and
   * fuses the results. If the rewriter fails or takes longer than 5 seconds, the question is used
   * unchanged and a warning is logged.
   */
  default TurnMiddleware inTurn(int limit, QueryRewriter rewriter) {
    return inTurn(limit, Objects.requireNonNull(rewriter, "rewriter"), RetrievalListener.NONE);
  }

  /**
   * Returns middleware that reports rewriting, fusing and the turn's passages. A retriever that is
   * {@link #observed} reports its searches.
   *
   * @param rewriter null for none
   */
  default TurnMiddleware inTurn(
      int limit, @Nullable QueryRewriter rewriter, RetrievalListener listener) {
    return new RetrieveInTurn(this, limit, rewriter, listener);
  }
}
