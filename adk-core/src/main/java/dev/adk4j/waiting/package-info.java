/** Turns that wait for approvals and hold no thread meanwhile. */
@NullMarked
package dev.adk4j.waiting;

import org.jspecify.annotations.NullMarked;
