package dev.adk4j.memory.vector;

import dev.adk4j.memory.internal.Metadata;
import dev.adk4j.memory.internal.store.EntryTimes;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.vector.Capabilities;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorMatch;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts facts into records of a vector database and back. */
record VectorFacts(String store, Capabilities capabilities) {

  static final String OWNER = "owner";
  static final String STORE = "store_name";
  private static final String CREATED = "createdAt";
  private static final String UPDATED = "updatedAt";

  /** Metadata key of the id that callers use, if the database cannot look up its own ids. */
  static final String ID = "memory_id";

  private static final List<String> RESERVED = List.of(OWNER, STORE, CREATED, UPDATED, ID);

  private static final Logger LOG = LoggerFactory.getLogger(VectorFacts.class);

  /** Returns a key that separates both parts, regardless of their characters. */
  static String ownerKey(MemoryOwner owner) {
    return owner.tenant().length() + ":" + owner.tenant() + ":" + owner.subject();
  }

  /** Returns the caller's metadata that the database can store, and the store's own. */
  Map<String, @Nullable Object> stamped(
      Map<String, @Nullable Object> metadata, MemoryOwner owner, Instant created, Instant updated) {
    Map<String, @Nullable Object> stamped = new LinkedHashMap<>();
    Metadata.copy(metadata)
        .forEach(
            (key, value) -> {
              if (RESERVED.contains(key)) {
                LOG.warn("The memory store '{}' reserves the metadata key '{}'.", store, key);
              } else if (holds(value)) {
                stamped.put(key, value);
              } else {
                LOG.debug("The memory store '{}' cannot store the metadata '{}'.", store, key);
              }
            });
    stamped.put(OWNER, ownerKey(owner));
    stamped.put(STORE, store);
    stamped.put(CREATED, created.toString());
    stamped.put(UPDATED, updated.toString());
    return stamped;
  }

  private boolean holds(@Nullable Object value) {
    return switch (value) {
      case null -> capabilities.has(VectorFeature.FILTER_NULL);
      case Map<?, ?> map -> capabilities.has(VectorFeature.FILTER_PATHS);
      default -> true;
    };
  }

  MemoryEntry entry(VectorMatch match) {
    Map<String, @Nullable Object> stored = match.metadata().orElse(Map.of());
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(stored);
    RESERVED.forEach(metadata::remove);
    return MemoryEntry.builder(match.document().orElse(""))
        .id(stored.get(ID) instanceof String id ? id : match.id().orElse(null))
        .metadata(metadata)
        .relevance(match.score().isPresent() ? match.score().getAsDouble() : null)
        .createdAt(createdAt(match))
        .updatedAt(EntryTimes.read(stored, UPDATED))
        .build();
  }

  static @Nullable Instant createdAt(VectorMatch match) {
    return EntryTimes.read(match.metadata().orElse(Map.of()), CREATED);
  }
}
