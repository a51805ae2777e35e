/**
 * What a model is sent, before any provider's form of it: the prompt's layout, the envelopes that
 * keep text from outside apart from instructions, and how much room it takes.
 */
@NullMarked
package dev.adk4j.prompt;

import org.jspecify.annotations.NullMarked;
