package dev.adk4j.memory.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Store that accepts whole messages and processes them itself.
 *
 * @since 0.1.0
 */
public interface MessageMemoryStore extends MemoryStore {

  /**
   * Stores a batch of messages in order. Delivery is at least once: a message may be delivered
   * again, with the same number and key but in another batch.
   *
   * @return any value; the manager ignores it
   */
  @Nullable Object addMessages(List<MemoryMessage> messages, AddMessagesContext context)
      throws Exception;

  /**
   * Describes a batch of messages. Both lists have one element for each message, in its order.
   *
   * @param sequenceNumbers the number of each message in its conversation: increasing, with gaps,
   *     equal for all stores and all attempts
   * @param idempotencyKeys unique for each message over all conversations, equal for all attempts
   */
  record AddMessagesContext(
      MemoryConversation conversation, List<Long> sequenceNumbers, List<String> idempotencyKeys) {

    public AddMessagesContext {
      Objects.requireNonNull(conversation, "conversation");
      sequenceNumbers = List.copyOf(sequenceNumbers);
      idempotencyKeys = List.copyOf(idempotencyKeys);
    }
  }
}
