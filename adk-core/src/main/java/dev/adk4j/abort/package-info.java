/** Cancels a turn or a dispatch without interrupting threads. */
@NullMarked
package dev.adk4j.abort;

import org.jspecify.annotations.NullMarked;
