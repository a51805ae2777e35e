/** Retrieval for turns over a collection of a vector store. */
@NullMarked
package dev.adk4j.vector.retrieval;

import org.jspecify.annotations.NullMarked;
