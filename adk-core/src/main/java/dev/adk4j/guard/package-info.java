/** Guards of what goes into a turn, of what its model says, and of what its tools return. */
@NullMarked
package dev.adk4j.guard;

import org.jspecify.annotations.NullMarked;
