/**
 * Memory over conversations: a manager over named stores, the two tools it gives a model, and what
 * connects it with turns.
 */
@NullMarked
package dev.adk4j.memory;

import org.jspecify.annotations.NullMarked;
