/** How well searches find: known items among manual pages, and questions about the guides. */
@NullMarked
package dev.adk4j.benchmarks.retrieval;

import org.jspecify.annotations.NullMarked;
