/** Parsers of reasoning and tool calls in the text of answers. */
@NullMarked
package dev.adk4j.springai.text;

import org.jspecify.annotations.NullMarked;
