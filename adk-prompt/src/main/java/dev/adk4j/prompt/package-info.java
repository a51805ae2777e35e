/**
 * Assembles prompts, independent of any provider: the layout, the envelopes that keep outside text
 * apart from instructions, and the token counts.
 */
@NullMarked
package dev.adk4j.prompt;

import org.jspecify.annotations.NullMarked;
