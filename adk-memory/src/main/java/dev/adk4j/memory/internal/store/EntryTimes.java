package dev.adk4j.memory.internal.store;

import dev.adk4j.memory.store.MemoryEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the times of creation and last change from an entry or its metadata. */
public record EntryTimes(Instant createdAt, Instant updatedAt) {

  /**
   * Returns the times of the entry.
   *
   * @param otherwise replaces unknown times
   */
  public static EntryTimes of(MemoryEntry entry, Instant otherwise) {
    Instant created = created(entry);
    Instant updated = updated(entry);
    Instant createdAt = created == null ? (updated == null ? otherwise : updated) : created;
    return new EntryTimes(createdAt, updated == null ? createdAt : updated);
  }

  /** Returns the time of the last change, otherwise of the creation; null if both are unknown. */
  public static @Nullable Instant known(MemoryEntry entry) {
    Instant updated = updated(entry);
    return updated == null ? created(entry) : updated;
  }

  private static @Nullable Instant created(MemoryEntry entry) {
    return entry.createdAt() == null ? read(entry.metadata(), "createdAt") : entry.createdAt();
  }

  private static @Nullable Instant updated(MemoryEntry entry) {
    return entry.updatedAt() == null ? read(entry.metadata(), "updatedAt") : entry.updatedAt();
  }

  /** Returns the time in the metadata; null if there is none. */
  public static @Nullable Instant read(Map<String, @Nullable Object> metadata, String key) {
    try {
      return metadata.get(key) instanceof String text ? Instant.parse(text) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
