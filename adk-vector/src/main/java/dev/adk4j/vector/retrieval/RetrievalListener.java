package dev.adk4j.vector.retrieval;

import java.time.Duration;
import java.util.Locale;

/**
 * Learns what each stage of a retrieval came to, without content. Called on the thread that asks;
 * has to be thread-safe and fast, and must not throw.
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
   * Takes note of a stage.
   *
   * @param results passages that came out of the stage; of {@link Stage#REWRITE}, questions
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
    /** Making questions that can be searched for. */
    REWRITE,
    /** Making a filter of a question. */
    FILTER,
    /** Search of one retriever for one question. */
    SEARCH,
    /** Making one ranking of several. */
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
    /** Longer than its time, and gone on without. */
    LATE,
    FAILED;

    /** Returns the name in metrics. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
