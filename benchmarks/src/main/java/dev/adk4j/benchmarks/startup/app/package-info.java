/** The application that is started. */
@NullMarked
package dev.adk4j.benchmarks.startup.app;

import org.jspecify.annotations.NullMarked;
