/** B7: vector search, in memory and with pgvector. */
@NullMarked
package dev.adk4j.benchmarks.vector;

import org.jspecify.annotations.NullMarked;
