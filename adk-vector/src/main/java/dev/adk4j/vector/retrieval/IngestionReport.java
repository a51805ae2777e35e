package dev.adk4j.vector.retrieval;

import java.time.Duration;

/**
 * Counts of a run of an {@link Ingestion}.
 *
 * @param documents documents that were read
 * @param skipped documents that were found and not ingested
 * @param passages passages of the documents that were read
 * @param embedded those of the passages that were new or changed
 * @param deleted passages of changed and vanished documents
 * @param duration time since the run began
 * @since 0.1.0
 */
public record IngestionReport(
    long documents, long skipped, long passages, long embedded, long deleted, Duration duration) {}
