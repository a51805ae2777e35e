/** How well searches find: known items in Debian's manual pages. */
@NullMarked
package dev.adk4j.benchmarks.retrieval;

import org.jspecify.annotations.NullMarked;
