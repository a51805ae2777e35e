package dev.adk4j.boot.memory;

import dev.adk4j.memory.store.ExtractionModel;
import org.jspecify.annotations.Nullable;

/** What distils facts where the application has no bean for it. */
@FunctionalInterface
interface FallbackExtractionModel {

  /** Null where there is none, or more than one to choose from. */
  @Nullable ExtractionModel model();
}
