package dev.adk4j.vector.retrieval;

import java.time.Duration;

/**
 * Hears how an {@link Ingestion} goes on, on the thread of the run. An exception ends the run.
 *
 * @since 0.1.0
 */
public interface IngestionListener {

  /**
   * Called for a document that is not ingested; what the collection has of it stays.
   *
   * @param source name of the document, as it was found: escape it before you print it
   * @param reason such as {@code is not text in UTF-8}; has nothing of the document
   */
  default void skipped(String source, String reason) {}

  /** Called after each part of the documents that was written, and at the end. */
  default void progressed(IngestionReport soFar) {}

  /**
   * Called before a call of the embedding model or the store is tried again.
   *
   * @param attempt number of the attempt that failed, from 1
   */
  default void retrying(int attempt, Duration pause, RuntimeException failure) {}
}
