/** Internal. May change without notice. Code that the stores and journals of this project share. */
@NullMarked
package dev.adk4j.memory.internal.store;

import org.jspecify.annotations.NullMarked;
