/** Extraction: settings, reports and the model-based extractor. */
@NullMarked
package dev.adk4j.memory.extraction;

import org.jspecify.annotations.NullMarked;
