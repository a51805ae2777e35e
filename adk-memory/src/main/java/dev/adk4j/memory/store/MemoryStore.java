package dev.adk4j.memory.store;

import dev.adk4j.loop.Tool;
import dev.adk4j.value.NoJsonForm;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A named backend that can be searched, and written to where it is also an {@link
 * AddableMemoryStore} or a {@link MessageMemoryStore}. A decorator implements the same of these
 * interfaces as what it decorates, since they are what decides.
 *
 * <p>Blocking, called on virtual threads, to be ended by an interrupt; safe for concurrent calls of
 * all its methods. A store that several owners share looks only among the owner's entries, stamps
 * the owner on what it writes, and refuses a call without one with {@code E_MEMORY_SCOPE_MISSING}.
 */
@NoJsonForm
public interface MemoryStore {

  /**
   * Unique within a manager, case-sensitive; neither blank nor with a colon, as it is part of the
   * ids of memories. Never changes.
   */
  String name();

  /** Tells the model what lies here; a store without is searched but not named to the model. */
  default Optional<String> description() {
    return Optional.empty();
  }

  /** How many entries a search gives where its caller does not say; at least 1. */
  default OptionalInt maxSearchResults() {
    return OptionalInt.empty();
  }

  /** Whether anything is ever written; false wins over what the store could do. */
  boolean writable();

  /** How conversations are written here by themselves; empty for not at all. */
  default Optional<ExtractionConfig> extraction() {
    return Optional.empty();
  }

  /** What {@link MemoryEntry#relevance()} of this store's entries means. */
  default RelevanceScale relevanceScale() {
    return RelevanceScale.NONE;
  }

  /**
   * Finds entries for the query, best first, at most as many as the options say. A blank query may
   * find nothing.
   */
  List<MemoryEntry> search(String query, SearchOptions options) throws Exception;

  /** Called once before the first use; what it throws keeps the manager from starting. */
  default void initialize() throws Exception {}

  /** Tools of its own, asked for once. */
  default List<Tool> getTools() {
    return List.of();
  }
}
