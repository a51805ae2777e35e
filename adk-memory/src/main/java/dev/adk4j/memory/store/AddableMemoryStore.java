package dev.adk4j.memory.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Store that accepts one fact at a time.
 *
 * @since 0.1.0
 */
public interface AddableMemoryStore extends MemoryStore {

  /**
   * Stores the content for the owner of the context. Two calls with the same idempotency key result
   * in one visible entry.
   *
   * @param metadata JSON values; unmodifiable
   * @return any value, usually an id; the manager ignores it
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} for blank content, {@code
   *     E_MEMORY_STORE_READ_ONLY}, {@code E_MEMORY_SCOPE_MISSING}
   */
  @Nullable Object add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context)
      throws Exception;
}
