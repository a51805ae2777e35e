package dev.adk4j.memory.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that takes messages as they were said and makes of them what it likes. */
public interface MessageMemoryStore extends MemoryStore {

  /**
   * Takes a batch in order. Delivered at least once: a message may come again, with the same number
   * and key but in another batch.
   *
   * @return whatever the store likes; ignored
   */
  @Nullable Object addMessages(List<MemoryMessage> messages, AddMessagesContext context)
      throws Exception;
}
