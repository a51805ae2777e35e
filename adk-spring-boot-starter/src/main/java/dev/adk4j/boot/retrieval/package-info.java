/** Passages for turns: from a folder of documents, or from the application's retrievers. */
@NullMarked
package dev.adk4j.boot.retrieval;

import org.jspecify.annotations.NullMarked;
