package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.RelevanceScale;
import java.util.List;

/** What injection needs of a memory manager. */
public interface MemorySearch {

  /**
   * Searches every store for the owner of the context's scope.
   *
   * @param limit for each store
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_SCOPE_MISSING} without a subject
   */
  List<MemoryEntry> search(AgentContext ctx, String query, int limit);

  /** What that store's relevances mean. */
  RelevanceScale relevanceScale(String store);
}
