/** The properties under {@code adk.limits}. */
@NullMarked
package dev.adk4j.boot.limit;

import org.jspecify.annotations.NullMarked;
