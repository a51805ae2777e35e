/** Reads reasoning and tool calls that a model writes into the text of its answer. */
@NullMarked
package dev.adk4j.springai.text;

import org.jspecify.annotations.NullMarked;
