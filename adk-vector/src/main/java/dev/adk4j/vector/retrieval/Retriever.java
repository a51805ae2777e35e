package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.TurnMiddleware;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the passages that help to answer a question. On Spring Boot a bean of this type is enough:
 * its passages become retrievables of every turn. Has to be thread-safe.
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
   * Returns at most as many passages as the query's limit, best first; none for a blank text. What
   * belongs to one tenant or subject is bounded by {@link RetrievalQuery#scope()}, never by the
   * text.
   */
  List<Passage> retrieve(RetrievalQuery query) throws Exception;

  /**
   * Returns a retriever that lets a reranker order more passages than wanted. If it is late or
   * fails, the first order stays and a warning is logged.
   */
  default Retriever reranked(Reranker reranker, RerankBudget budget) {
    return reranked(reranker, budget, RetrievalListener.NONE);
  }

  /** Returns a retriever as {@link #reranked(Reranker, RerankBudget)} does that reports it. */
  default Retriever reranked(Reranker reranker, RerankBudget budget, RetrievalListener listener) {
    return new RerankingRetriever(this, reranker, budget, listener);
  }

  /** Returns a retriever that reports each of its searches. */
  default Retriever observed(RetrievalListener listener) {
    return new ObservedRetriever(this, listener);
  }

  /**
   * Returns middleware that adds passages to the retrievables of a turn. Its query is the newest
   * message of the user, the first 2,000 characters of it, so it belongs behind the middleware that
   * accepts the input. An exception of the retriever fails the turn.
   *
   * @param limit largest number of passages for one turn, at least 1
   */
  default TurnMiddleware inTurn(int limit) {
    return inTurn(limit, null, RetrievalListener.NONE);
  }

  /**
   * Returns middleware as {@link #inTurn(int)} does that searches for what a rewriter makes of the
   * question and fuses what is found. If the rewriter fails or takes longer than 5 seconds, the
   * question stays as it is and a warning is logged.
   */
  default TurnMiddleware inTurn(int limit, QueryRewriter rewriter) {
    return inTurn(limit, Objects.requireNonNull(rewriter, "rewriter"), RetrievalListener.NONE);
  }

  /**
   * Returns middleware that reports rewriting, fusing and what the turn gets. Searches are reported
   * by a retriever that is {@link #observed}.
   *
   * @param rewriter null for none
   */
  default TurnMiddleware inTurn(
      int limit, @Nullable QueryRewriter rewriter, RetrievalListener listener) {
    return new RetrieveInTurn(this, limit, rewriter, listener);
  }
}
