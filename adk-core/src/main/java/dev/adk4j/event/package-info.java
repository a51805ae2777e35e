/** What happens in a turn, as typed events on two buses. */
@NullMarked
package dev.adk4j.event;

import org.jspecify.annotations.NullMarked;
