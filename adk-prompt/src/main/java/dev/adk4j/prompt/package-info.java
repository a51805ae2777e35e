/**
 * Assembles prompts, independent of any provider: the layout, the envelopes that separate external
 * text from instructions, and the token counts.
 */
@NullMarked
package dev.adk4j.prompt;

import org.jspecify.annotations.NullMarked;
