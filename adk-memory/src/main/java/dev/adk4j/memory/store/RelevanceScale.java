package dev.adk4j.memory.store;

/** What the relevance of a store's entries means. */
public enum RelevanceScale {
  /** From 0 to 1, higher is better. */
  UNIT,
  /** From -1 to 1, higher is better. */
  COSINE,
  /** From 0 upwards, lower is better. */
  DISTANCE,
  /** How many distinct words of the query the content has. */
  TOKEN_COUNT,
  /** Nothing is known but the order. */
  NONE
}
