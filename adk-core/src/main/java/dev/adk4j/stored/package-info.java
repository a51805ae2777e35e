/** Turns that wait for approvals and hold no thread meanwhile. */
@NullMarked
package dev.adk4j.stored;

import org.jspecify.annotations.NullMarked;
