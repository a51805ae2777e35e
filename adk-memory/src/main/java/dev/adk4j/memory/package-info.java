/**
 * Memory across conversations: a manager of named stores, its tools for the model, and its
 * connection with turns.
 */
@NullMarked
package dev.adk4j.memory;

import org.jspecify.annotations.NullMarked;
