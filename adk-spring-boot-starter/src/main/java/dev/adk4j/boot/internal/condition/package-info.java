/**
 * Internal. May change without notice. Conditions that read properties as binding does, and names
 * that are similar to a wrong one.
 */
@NullMarked
package dev.adk4j.boot.internal.condition;

import org.jspecify.annotations.NullMarked;
