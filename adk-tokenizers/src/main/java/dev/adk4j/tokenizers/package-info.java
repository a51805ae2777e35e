/** Exact token counts from a vocabulary file. */
@NullMarked
package dev.adk4j.tokenizers;

import org.jspecify.annotations.NullMarked;
