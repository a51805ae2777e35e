package dev.adk4j.boot.memory;

import dev.adk4j.memory.store.ExtractionModel;
import org.jspecify.annotations.Nullable;

/** Model that extracts facts if the application has no bean for it. */
@FunctionalInterface
interface FallbackExtractionModel {

  /** Returns the model, or null unless there is exactly one. */
  @Nullable ExtractionModel model();
}
