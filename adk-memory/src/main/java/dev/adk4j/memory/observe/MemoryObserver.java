package dev.adk4j.memory.observe;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Observes memory for metrics and traces. Called concurrently, on the working threads. An exception
 * is logged and has no other effect.
 *
 * @since 0.1.0
 */
public interface MemoryObserver {

  /** Observes nothing. */
  MemoryObserver NONE = new MemoryObserver() {};

  /**
   * Returns one observer for all of them, which isolates each from the exceptions of the others.
   * Observations end in reverse order.
   */
  static MemoryObserver all(List<MemoryObserver> observers) {
    return new MemoryObservers(observers);
  }

  /** Begins an observation. It ends on the same thread, in reverse order. */
  default Observation begin(Operation operation) {
    return outcome -> {};
  }

  /**
   * Returns the current observation of this thread for use as a parent elsewhere; null if there is
   * none.
   */
  default @Nullable Object link() {
    return null;
  }

  /** Reports that a store failed in a search, which continued without it. */
  default void searchFailed(String store, Throwable cause) {}

  /** Reports that a write to a store failed. */
  default void writeFailed(String store, Throwable cause) {}

  /** Reports that a store accepted a batch. */
  default void saved(String store, int messages) {}

  /**
   * Reports that a save failed and will be retried.
   *
   * @param failures number of consecutive failures
   */
  default void saveFailed(String store, int failures, Throwable cause) {}

  /** Reports that a request for a save was rejected because saves keep failing. */
  default void backedOff(String store) {}

  /** Reports messages that will never reach a store: too old, rejected or not captured. */
  default void dropped(long messages) {}

  /** An open observation. */
  @FunctionalInterface
  interface Observation {
    void end(Outcome outcome);
  }

  /**
   * Operation on memory. Components marked as content must not be recorded unless the deployer
   * allows it; no {@code toString} shows them.
   */
  sealed interface Operation {

    /**
     * Search in several stores.
     *
     * @param maxSearchResults limit for each store; null if the caller set none
     * @param query content
     */
    record Search(List<String> stores, @Nullable Integer maxSearchResults, String query)
        implements Operation {

      @Override
      public String toString() {
        return "Search" + stores;
      }
    }

    /**
     * Write to several stores.
     *
     * @param content content
     */
    record Add(List<String> stores, String content) implements Operation {

      @Override
      public String toString() {
        return "Add" + stores;
      }
    }

    /** Search of memories for a turn. */
    record Inject(int maxEntries) implements Operation {}

    /**
     * Save of a batch of a conversation into a store.
     *
     * @param messages number of messages after the filter
     * @param filtered number of messages that the filter removed
     * @param extractor the extractor's type; null if whole messages are stored
     * @param parent {@link MemoryObserver#link()} of the thread that requested the save; may be
     *     null
     */
    record Extract(
        String store,
        int messages,
        int filtered,
        @Nullable String extractor,
        MemoryConversation conversation,
        @Nullable Object parent)
        implements Operation {}
  }

  /**
   * Outcome of an operation.
   *
   * @param entries number of entries found, injected or written
   * @param storeFailures number of failed stores, which need not be an error
   * @param results entries found by a search; content
   * @param error the failure of the operation; null on success
   */
  record Outcome(
      int entries,
      int storeFailures,
      List<MemoryEntry> results,
      @JsonIgnore @Nullable Throwable error) {

    public Outcome {
      results = List.copyOf(results);
    }

    public static Outcome of(int entries, int storeFailures) {
      return new Outcome(entries, storeFailures, List.of(), null);
    }

    public static Outcome found(List<MemoryEntry> results, int storeFailures) {
      return new Outcome(results.size(), storeFailures, results, null);
    }

    public static Outcome failed(Throwable error, int storeFailures) {
      return new Outcome(0, storeFailures, List.of(), error);
    }

    @Override
    public String toString() {
      return "Outcome[" + entries + " entries, " + storeFailures + " failures]";
    }
  }
}
