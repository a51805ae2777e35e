/** Guards of a turn's input, of its model's output, and of its tools' results. */
@NullMarked
package dev.adk4j.guard;

import org.jspecify.annotations.NullMarked;
