package dev.adk4j.memory.observe;

import org.jspecify.annotations.Nullable;

/**
 * Watches memory, to time, trace and count. Called on the threads that do the work, by many at
 * once; what it throws is logged and changes nothing.
 */
public interface MemoryObserver {

  /** Watches nothing. */
  MemoryObserver NONE = new MemoryObserver() {};

  /** An operation begins on this thread; the observation is ended on it too, in reverse order. */
  default Observation begin(MemoryOperation operation) {
    return outcome -> {};
  }

  /** What is going on on this thread, for an operation elsewhere to refer to; null for nothing. */
  default @Nullable Object link() {
    return null;
  }

  /** A store failed in a search, which went on without it. */
  default void searchFailed(String store, Throwable cause) {}

  /** A store failed to write. */
  default void writeFailed(String store, Throwable cause) {}

  /** A store has got a batch. */
  default void saved(String store, int messages) {}

  /**
   * A save failed and will be tried again.
   *
   * @param failures how many failed in a row
   */
  default void saveFailed(String store, int failures, Throwable cause) {}

  /** A request for a save was turned down, since saves keep failing. */
  default void backedOff(String store) {}

  /** Messages will never reach a store: they got too old, or could not be captured. */
  default void dropped(long messages) {}

  /** An operation being watched. */
  @FunctionalInterface
  interface Observation {
    void end(MemoryOutcome outcome);
  }
}
