/**
 * Vector stores in three parts.
 *
 * <ul>
 *   <li>Client: {@link dev.adk4j.vector.VectorDb} with queries, filters, records, collections and
 *       migrations.
 *   <li>Port, for implementations of backends: {@link dev.adk4j.vector.VectorBackend}, its plans
 *       ({@link dev.adk4j.vector.SearchPlan}, {@link dev.adk4j.vector.UpsertPlan}, {@link
 *       dev.adk4j.vector.DeletePlan}, {@link dev.adk4j.vector.CollectionSpec}), its {@link
 *       dev.adk4j.vector.Capabilities}, and {@link dev.adk4j.vector.FilterEvaluator}, {@link
 *       dev.adk4j.vector.FieldPath} and {@link dev.adk4j.vector.VectorErrors} as helpers.
 *   <li>{@link dev.adk4j.vector.InMemoryVectorBackend}, the reference implementation.
 * </ul>
 *
 * <p>Retrieval for turns is in {@code dev.adk4j.vector.retrieval}, which uses the client only.
 */
@NullMarked
package dev.adk4j.vector;

import org.jspecify.annotations.NullMarked;
