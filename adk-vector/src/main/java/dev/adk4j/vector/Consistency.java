package dev.adk4j.vector;

/** Moment at which a write returns. Strongly consistent backends accept and ignore it. */
public enum Consistency {
  /**
   * Returns when the change is visible. Throws {@code E_VECTOR_STORE_CONSISTENCY_TIMEOUT} when that
   * cannot be confirmed in time.
   */
  STRONG,
  /** Returns when the change is visible or the time is up. */
  BEST_EFFORT,
  /** Returns when the backend has acknowledged the change. */
  EVENTUAL
}
