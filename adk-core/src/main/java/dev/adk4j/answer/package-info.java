/** Typed answers: the schema for the model, and the conversion of its text to a value. */
@NullMarked
package dev.adk4j.answer;

import org.jspecify.annotations.NullMarked;
