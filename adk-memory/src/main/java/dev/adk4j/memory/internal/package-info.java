/** Internal. May change without notice. Helpers that every memory package uses. */
@NullMarked
package dev.adk4j.memory.internal;

import org.jspecify.annotations.NullMarked;
