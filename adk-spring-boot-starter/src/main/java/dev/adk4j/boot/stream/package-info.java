/** A turn as a stream of numbered events that clients can leave and come back to. */
@NullMarked
package dev.adk4j.boot.stream;

import org.jspecify.annotations.NullMarked;
