package dev.adk4j.vector;

import org.jspecify.annotations.Nullable;

/**
 * Collection as its backend describes it, without content.
 *
 * @param records number of records; an estimate if counting would take long
 * @param dimensions length of the vectors; 0 if it is not known yet
 * @param language language of searches by words; null for a collection without them
 * @since 0.1.0
 */
public record CollectionSummary(
    String name, long records, int dimensions, DistanceMetric metric, @Nullable String language) {}
