/**
 * Internal. May change without notice. Turns that run now, and what their threads and beans have in
 * common.
 */
@NullMarked
package dev.adk4j.boot.internal.turn;

import org.jspecify.annotations.NullMarked;
