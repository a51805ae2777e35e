package dev.adk4j.memory.store;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.Tool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Named, searchable backend. It is writable if it also implements {@link AddableMemoryStore} or
 * {@link MessageMemoryStore}. A decorator must implement the same interfaces as its delegate,
 * because they determine the manager's calls.
 *
 * <p>Methods block, run on virtual threads and must end on an interrupt. All of them may be called
 * concurrently. A store shared by several owners reads only the owner's entries, records the owner
 * with each write and rejects a call without an owner with {@code E_MEMORY_SCOPE_MISSING}.
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
   * Returns the description of the store's content for the model. A store without a description is
   * searched but not listed in the tools.
   */
  default Optional<String> description() {
    return Optional.empty();
  }

  /** Returns the number of entries for a search without a limit; at least 1. */
  default OptionalInt maxSearchResults() {
    return OptionalInt.empty();
  }

  /**
   * Returns true if the store accepts writes. False takes precedence over the implemented
   * interfaces.
   */
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

  /**
   * Prepares the store. Called once before the first use; if it throws, the manager does not start.
   */
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
    /** Unknown; only the order of the results is significant. */
    NONE
  }
}
