/** What a run found, and the page and charts it becomes. */
@NullMarked
package dev.adk4j.benchmarks.report;

import org.jspecify.annotations.NullMarked;
