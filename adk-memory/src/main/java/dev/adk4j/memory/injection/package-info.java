/** Injection: settings and extension points for searching memories for a turn. */
@NullMarked
package dev.adk4j.memory.injection;

import org.jspecify.annotations.NullMarked;
