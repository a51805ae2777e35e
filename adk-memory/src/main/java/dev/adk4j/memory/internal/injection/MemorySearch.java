package dev.adk4j.memory.internal.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import java.util.List;

/** Searches a manager's stores for injection. */
public interface MemorySearch {

  /**
   * Searches every store for the owner of the context's scope.
   *
   * @param limit limit for each store
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_SCOPE_MISSING} without a subject
   */
  List<MemoryEntry> search(AgentContext ctx, String query, int limit);

  /** Returns the scale of a store's relevance. */
  RelevanceScale relevanceScale(String store);
}
