package dev.adk4j.vector;

import org.jspecify.annotations.Nullable;

/** Makes a retrievable of a match. */
@FunctionalInterface
public interface RetrievableMapping {

  /** Null leaves the match out. */
  @Nullable RetrievableDraft map(VectorMatch match);
}
