package dev.adk4j.memory.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store that takes one piece of content at a time. */
public interface AddableMemoryStore extends MemoryStore {

  /**
   * Keeps the content for the owner of the context. The same idempotency key twice leaves one
   * visible entry.
   *
   * @param metadata JSON values; unmodifiable
   * @return whatever the store likes, usually an id; the manager ignores it
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} for blank content, {@code
   *     E_MEMORY_STORE_READ_ONLY}, {@code E_MEMORY_SCOPE_MISSING}
   */
  @Nullable Object add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context)
      throws Exception;
}
