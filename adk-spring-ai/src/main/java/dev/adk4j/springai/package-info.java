/** Spring AI models, embeddings, vector stores and tools for the engine. */
@NullMarked
package dev.adk4j.springai;

import org.jspecify.annotations.NullMarked;
