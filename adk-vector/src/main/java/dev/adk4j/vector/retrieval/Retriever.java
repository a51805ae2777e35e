package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.TurnMiddleware;
import java.util.List;

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
   * Returns middleware that adds passages to the retrievables of a turn. Its query is the newest
   * message of the user, the first 2,000 characters of it, so it belongs behind the middleware that
   * accepts the input. An exception of the retriever fails the turn.
   *
   * @param limit largest number of passages for one turn, at least 1
   */
  default TurnMiddleware inTurn(int limit) {
    return new RetrieveInTurn(this, limit);
  }
}
