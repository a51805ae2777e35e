/** Internal; may change without notice. Helpers shared by all memory packages. */
@NullMarked
package dev.adk4j.memory.internal;

import org.jspecify.annotations.NullMarked;
