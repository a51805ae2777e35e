/**
 * B3, B4 and B6: what happens inside the process, measured with JMH, and the gates that are held.
 */
@NullMarked
package dev.adk4j.benchmarks.inprocess;

import org.jspecify.annotations.NullMarked;
