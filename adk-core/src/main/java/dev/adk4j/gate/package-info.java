/** A turn that waits for a decision from outside. */
@NullMarked
package dev.adk4j.gate;

import org.jspecify.annotations.NullMarked;
