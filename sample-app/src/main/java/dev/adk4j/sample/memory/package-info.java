/** Memories of a person, over all conversations. */
@NullMarked
package dev.adk4j.sample.memory;

import org.jspecify.annotations.NullMarked;
