package dev.adk4j.vector.retrieval;

import java.time.Duration;

/**
 * Observes the progress of an {@link Ingestion}, on the thread of the run. An exception ends the
 * run.
 *
 * @since 0.1.0
 */
public interface IngestionListener {

  /**
   * Called for a document that is not ingested; its stored passages are kept.
   *
   * @param source unescaped name of the document: escape it before you print it
   * @param reason such as {@code is not text in UTF-8}; contains no content of the document
   */
  default void skipped(String source, String reason) {}

  /** Called after each part of the documents that was written, and at the end. */
  default void progressed(IngestionReport soFar) {}

  /**
   * Called before a retry of a call of the embedding model or the store.
   *
   * @param attempt number of the attempt that failed, from 1
   */
  default void retrying(int attempt, Duration pause, RuntimeException failure) {}
}
