package dev.adk4j.memory.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Store that also supports changing, deleting and erasing entries.
 *
 * @since 0.1.0
 */
public interface MutableMemoryStore extends AddableMemoryStore {

  /** Replaces an entry of the context's owner. Stores it under the id if there is no such entry. */
  void update(
      String id, String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context)
      throws Exception;

  /** Deletes an entry of the context's owner. Does nothing if there is no such entry. */
  void delete(String id, MemoryWriteContext context) throws Exception;

  /** Deletes all entries of the owner. */
  void forgetOwner(MemoryOwner owner) throws Exception;
}
