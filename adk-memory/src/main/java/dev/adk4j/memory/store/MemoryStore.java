package dev.adk4j.memory.store;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.Tool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A named backend that can be searched. It can be written to if it also implements {@link
 * AddableMemoryStore} or {@link MessageMemoryStore}. A decorator must implement the same interfaces
 * as its delegate, because the manager decides by them.
 *
 * <p>Methods block, run on virtual threads and must end on an interrupt. All of them may be called
 * concurrently. A store that several owners share reads only the owner's entries, stamps the owner
 * on each write and refuses a call without an owner with {@code E_MEMORY_SCOPE_MISSING}.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface MemoryStore {

  /**
   * Returns the store's name. It is unique within a manager, case-sensitive, constant, not blank
   * and without a colon, because memory ids contain it.
   */
  String name();

  /**
   * Describes the store's content to the model. A store without a description is searched but not
   * named in the tools.
   */
  default Optional<String> description() {
    return Optional.empty();
  }

  /** Returns the number of entries for a search that names no limit; at least 1. */
  default OptionalInt maxSearchResults() {
    return OptionalInt.empty();
  }

  /** Tests if the store accepts writes. False wins over the interfaces it implements. */
  boolean writable();

  /** Returns the settings for extraction into this store; empty for no extraction. */
  default Optional<StoreExtractionSettings> extraction() {
    return Optional.empty();
  }

  /** Returns the scale of {@link MemoryEntry#relevance()} in this store's results. */
  default RelevanceScale relevanceScale() {
    return RelevanceScale.NONE;
  }

  /**
   * Returns the entries that match the query, best first, at most as many as the options allow. A
   * blank query may return nothing.
   */
  List<MemoryEntry> search(String query, SearchOptions options) throws Exception;

  /** Prepares the store. Called once before the first use; an exception stops the manager. */
  default void initialize() throws Exception {}

  /** Returns the store's own tools. Called once. */
  default List<Tool> getTools() {
    return List.of();
  }

  /** Scale of a relevance score. */
  enum RelevanceScale {
    /** From 0 to 1, higher is better. */
    UNIT,
    /** From -1 to 1, higher is better. */
    COSINE,
    /** From 0 upwards, lower is better. */
    DISTANCE,
    /** Number of distinct query words in the content. */
    TOKEN_COUNT,
    /** Unknown; only the order of the results counts. */
    NONE
  }
}
