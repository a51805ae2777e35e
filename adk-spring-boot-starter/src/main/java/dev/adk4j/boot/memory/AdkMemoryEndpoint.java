package dev.adk4j.boot.memory;

import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import dev.adk4j.memory.store.MemoryConversation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * Actuator endpoint that shows the messages that wait for memory stores, and those that stores did
 * not accept, of all nodes and tenants, without their content.
 */
@Endpoint(id = "adkmemory", defaultAccess = Access.READ_ONLY)
record AdkMemoryEndpoint(MemoryManager manager) {

  private static final int LIMIT = 1000;

  /** Returns the newest 1000 entries that were set aside. */
  @ReadOperation
  public Memory memory() {
    return new Memory(
        manager.backlog(),
        manager.setAside(LIMIT).stream().map(AdkMemoryEndpoint::describe).toList());
  }

  private static Item describe(SetAside item) {
    MemoryConversation conversation = item.key().conversation();
    return new Item(
        item.key().store(),
        conversation.owner().tenant(),
        conversation.owner().subject(),
        conversation.id(),
        item.messageId(),
        item.factKey(),
        item.error(),
        item.at());
  }

  /**
   * @param waiting waiting messages of each store with extraction
   * @param setAside entries that were set aside, newest first
   */
  public record Memory(Map<String, StoreBacklog> waiting, List<Item> setAside) {}

  /**
   * A message or fact that a store did not accept although it accepted later ones.
   *
   * @param messageId null for a fact
   * @param factKey key of the fact; null for a message
   * @param error class and code of the last attempt's error
   */
  public record Item(
      String store,
      String tenant,
      String subject,
      String conversation,
      @Nullable String messageId,
      @Nullable String factKey,
      String error,
      Instant at) {}
}
