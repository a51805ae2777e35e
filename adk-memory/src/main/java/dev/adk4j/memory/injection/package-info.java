/** Injection: settings and seams for the search of memories for a turn. */
@NullMarked
package dev.adk4j.memory.injection;

import org.jspecify.annotations.NullMarked;
