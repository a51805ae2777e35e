package dev.adk4j.memory.internal.store;

import dev.adk4j.memory.store.MemoryEntry;
import java.time.DateTimeException;
import java.time.Instant;
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
    return entry.createdAt() == null ? noted(entry, "createdAt") : entry.createdAt();
  }

  private static @Nullable Instant updated(MemoryEntry entry) {
    return entry.updatedAt() == null ? noted(entry, "updatedAt") : entry.updatedAt();
  }

  private static @Nullable Instant noted(MemoryEntry entry, String key) {
    if (!(entry.metadata().get(key) instanceof String text)) {
      return null;
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
