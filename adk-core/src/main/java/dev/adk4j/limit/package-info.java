/**
 * Limits of concurrent and hourly requests of subjects and nodes, enforced by the components that
 * accept turns.
 */
@NullMarked
package dev.adk4j.limit;

import org.jspecify.annotations.NullMarked;
