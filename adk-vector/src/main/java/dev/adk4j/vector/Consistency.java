package dev.adk4j.vector;

/** When a write returns. A store that is always strongly consistent accepts and ignores it. */
public enum Consistency {
  /**
   * When the change is visible; {@code E_VECTOR_STORE_CONSISTENCY_TIMEOUT} where that cannot be
   * confirmed in time.
   */
  STRONG,
  /** When the change is visible or the time is up. */
  BEST_EFFORT,
  /** When the backend has acknowledged it. */
  EVENTUAL
}
