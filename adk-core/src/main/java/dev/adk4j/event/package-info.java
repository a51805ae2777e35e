/** Typed events of a turn on two buses. */
@NullMarked
package dev.adk4j.event;

import org.jspecify.annotations.NullMarked;
