/** Internal; may change without notice. Searches memories for a turn and adds them to it. */
@NullMarked
package dev.adk4j.memory.internal.injection;

import org.jspecify.annotations.NullMarked;
