/** Observation of memory: operations to time and trace, failures to count. */
@NullMarked
package dev.adk4j.memory.observe;

import org.jspecify.annotations.NullMarked;
