/** Internal; may change without notice. Code shared by the stores and journals of this project. */
@NullMarked
package dev.adk4j.memory.internal.store;

import org.jspecify.annotations.NullMarked;
