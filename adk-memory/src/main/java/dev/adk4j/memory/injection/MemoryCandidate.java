package dev.adk4j.memory.injection;

import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.RelevanceScale;

/**
 * An entry that may become a memory of a turn.
 *
 * @param rank its place among its store's entries, from 0
 * @param count how many entries its store gave
 * @param scale what its relevance means
 * @param query what was searched for
 */
public record MemoryCandidate(
    MemoryEntry entry, int rank, int count, RelevanceScale scale, String query) {
  /** Never the content. */
  @Override
  public String toString() {
    return "MemoryCandidate[" + rank + "]";
  }
}
