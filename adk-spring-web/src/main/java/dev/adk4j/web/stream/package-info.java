/**
 * Turns as numbered events that clients can leave and read on, over server-sent events or any other
 * sink.
 */
@NullMarked
package dev.adk4j.web.stream;

import org.jspecify.annotations.NullMarked;
