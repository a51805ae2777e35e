/** The executor loop: iterations, queued writes, streams. */
@NullMarked
package dev.adk4j.dispatch;

import org.jspecify.annotations.NullMarked;
