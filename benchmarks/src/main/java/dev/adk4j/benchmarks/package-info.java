/** Measurements of the engine and its peers. */
@NullMarked
package dev.adk4j.benchmarks;

import org.jspecify.annotations.NullMarked;
