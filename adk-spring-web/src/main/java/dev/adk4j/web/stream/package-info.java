/**
 * Turns as numbered events that clients can leave and resume, over server-sent events or any other
 * sink.
 */
@NullMarked
package dev.adk4j.web.stream;

import org.jspecify.annotations.NullMarked;
