/** Internal; may change without notice. Captures messages and saves them in the background. */
@NullMarked
package dev.adk4j.memory.internal.extraction;

import org.jspecify.annotations.NullMarked;
