/** Limits at the doors as properties. */
@NullMarked
package dev.adk4j.boot.limit;

import org.jspecify.annotations.NullMarked;
