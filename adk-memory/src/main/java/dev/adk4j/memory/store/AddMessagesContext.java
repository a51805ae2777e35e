package dev.adk4j.memory.store;

import java.util.List;
import java.util.Objects;

/**
 * What a store is told about a batch of messages; the lists are as long as the batch and in its
 * order.
 *
 * @param sequenceNumbers the number of each message in its conversation: rising, with gaps, the
 *     same for every store and every try
 * @param idempotencyKeys unique to each message over all conversations, the same for every try
 */
public record AddMessagesContext(
    MemoryConversation conversation, List<Long> sequenceNumbers, List<String> idempotencyKeys) {

  public AddMessagesContext {
    Objects.requireNonNull(conversation, "conversation");
    sequenceNumbers = List.copyOf(sequenceNumbers);
    idempotencyKeys = List.copyOf(idempotencyKeys);
  }
}
