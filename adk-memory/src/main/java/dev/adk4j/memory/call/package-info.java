/** Calls to stores that end in time, whatever the store does. For the memory packages' own use. */
@NullMarked
package dev.adk4j.memory.call;

import org.jspecify.annotations.NullMarked;
