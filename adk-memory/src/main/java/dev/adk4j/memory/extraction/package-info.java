/** Extraction: settings, reports and the extractor that asks a model. */
@NullMarked
package dev.adk4j.memory.extraction;

import org.jspecify.annotations.NullMarked;
