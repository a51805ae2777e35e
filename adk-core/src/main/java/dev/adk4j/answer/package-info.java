/**
 * Answers of a Java type: the schema that a model is given, and the way from its text to the value.
 */
@NullMarked
package dev.adk4j.answer;

import org.jspecify.annotations.NullMarked;
