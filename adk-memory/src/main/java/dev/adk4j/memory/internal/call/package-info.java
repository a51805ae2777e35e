/** Internal; may change without notice. Calls to stores with a time limit. */
@NullMarked
package dev.adk4j.memory.internal.call;

import org.jspecify.annotations.NullMarked;
