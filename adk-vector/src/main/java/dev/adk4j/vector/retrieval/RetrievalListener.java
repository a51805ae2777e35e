package dev.adk4j.vector.retrieval;

import java.time.Duration;
import java.util.Locale;

/**
 * Observes the outcome of each stage of a retrieval, without content. Called on the asking thread;
 * must be thread-safe and fast, and must not throw.
 *
 * {@snippet :
 * RetrievalListener log = (stage, outcome, results, time) ->
 *     logger.debug("{} {} {} {}", stage.wire(), outcome.wire(), results, time);
 * TurnMiddleware retrieval = guides.observed(log)
 *     .reranked(reranker, RerankBudget.DEFAULT, log)
 *     .inTurn(5, null, log);
 * }
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RetrievalListener {

  /** Listener that does nothing. */
  RetrievalListener NONE = (stage, outcome, results, time) -> {};

  /**
   * Called at the end of a stage.
   *
   * @param results number of passages that the stage returned; for {@link Stage#REWRITE}, of
   *     questions
   */
  void finished(Stage stage, Outcome outcome, int results, Duration time);

  /** Reports a stage that began at a time of {@link System#nanoTime}. */
  default void finished(Stage stage, int results, long began) {
    finished(
        stage,
        results == 0 ? Outcome.EMPTY : Outcome.FOUND,
        results,
        Duration.ofNanos(System.nanoTime() - began));
  }

  /** Part of a retrieval. */
  enum Stage {
    /** Rewriting the question for the search. */
    REWRITE,
    /** Creating a filter from a question. */
    FILTER,
    /** Search of one retriever for one question. */
    SEARCH,
    /** Fusing several rankings into one. */
    FUSE,
    /** Ordering by a {@link Reranker}. */
    RERANK,
    /** Adding passages to the turn. */
    HYDRATE;

    /** Returns the name in metrics. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** End of a stage. */
  enum Outcome {
    FOUND,
    EMPTY,
    /** The stage timed out, and the retrieval continued without it. */
    LATE,
    FAILED;

    /** Returns the name in metrics. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
