package dev.adk4j.memory.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store whose entries can be changed, deleted and erased. */
public interface MutableMemoryStore extends AddableMemoryStore {

  /** Replaces an entry of the context's owner; stores it under that id where there is none. */
  void update(
      String id, String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context)
      throws Exception;

  /** Deletes an entry of the context's owner; none of that id is fine. */
  void delete(String id, MemoryWriteContext context) throws Exception;

  /** Deletes everything of the owner. */
  void forgetOwner(MemoryOwner owner) throws Exception;
}
