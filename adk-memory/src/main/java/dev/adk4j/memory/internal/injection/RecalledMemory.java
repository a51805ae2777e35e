package dev.adk4j.memory.internal.injection;

import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.primitive.Memory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Memory of a turn and its entry. */
public record RecalledMemory(Memory memory, MemoryEntry entry) {

  double weight() {
    return memory.confidence() * memory.importance();
  }

  /** Returns the data for which {@link Memory} has no component, as plain values. */
  Map<String, @Nullable Object> provenance() {
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    plain.put("memoryId", memory.id());
    plain.put("storeName", entry.storeName());
    plain.put("metadata", entry.metadata());
    plain.put("relevance", entry.relevance());
    return plain;
  }
}
