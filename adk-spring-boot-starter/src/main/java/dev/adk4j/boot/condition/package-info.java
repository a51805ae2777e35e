/** Conditions that read properties as binding does. */
@NullMarked
package dev.adk4j.boot.condition;

import org.jspecify.annotations.NullMarked;
