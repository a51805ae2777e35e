/**
 * Turns and their parts as observations and meters. Content is never in a metric, and in a span
 * only if enabled.
 */
@NullMarked
package dev.adk4j.boot.observe;

import org.jspecify.annotations.NullMarked;
