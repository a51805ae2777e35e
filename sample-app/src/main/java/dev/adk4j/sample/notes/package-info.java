/** Board of notes that the agent publishes after an approval. */
@NullMarked
package dev.adk4j.sample.notes;

import org.jspecify.annotations.NullMarked;
