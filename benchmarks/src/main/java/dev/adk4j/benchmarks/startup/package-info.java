/** B5: how much longer an application takes to start for the starter. */
@NullMarked
package dev.adk4j.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
