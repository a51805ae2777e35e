/**
 * Limits of what subjects and nodes do at a time and in an hour, held where turns are asked for.
 */
@NullMarked
package dev.adk4j.limit;

import org.jspecify.annotations.NullMarked;
