package dev.adk4j.memory.observe;

import dev.adk4j.memory.store.MemoryConversation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work on memory. Components named as content must not be recorded unless the deployer
 * asked for it; no {@code toString} here shows them.
 */
public sealed interface MemoryOperation {

  /**
   * A search over several stores.
   *
   * @param maxSearchResults for each store, where the caller gave it
   * @param query content
   */
  record Search(List<String> stores, @Nullable Integer maxSearchResults, String query)
      implements MemoryOperation {
    @Override
    public String toString() {
      return "Search" + stores;
    }
  }

  /**
   * A write to several stores.
   *
   * @param content content
   */
  record Add(List<String> stores, String content) implements MemoryOperation {
    @Override
    public String toString() {
      return "Add" + stores;
    }
  }

  /** Finding memories for a turn. */
  record Inject(int maxEntries) implements MemoryOperation {}

  /**
   * Saving a batch of a conversation into a store.
   *
   * @param messages how many after the filter
   * @param filtered how many were filtered away
   * @param extractor the extractor's type; null where messages are handed over as they are
   * @param parent what {@link MemoryObserver#link()} gave when the save was asked for; null where
   *     nothing
   */
  record Extract(
      String store,
      int messages,
      int filtered,
      @Nullable String extractor,
      MemoryConversation conversation,
      @Nullable Object parent)
      implements MemoryOperation {}
}
