/** Capturing what conversations say, and saving it into stores in the background. */
@NullMarked
package dev.adk4j.memory.extraction;

import org.jspecify.annotations.NullMarked;
