/** Keeps a conversation inside a context window, by trimming and by summarization. */
@NullMarked
package dev.adk4j.prompt.context;

import org.jspecify.annotations.NullMarked;
