package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;

/** Key of a conversation and a store in the tables. */
record StoreKey(ConversationKey conversation, String store) {

  static StoreKey of(SaveKey key) {
    return new StoreKey(ConversationKey.of(key.conversation()), store(key.store()));
  }

  static String store(String name) {
    return StorageConnections.key(name, "$.store");
  }

  String tenant() {
    return conversation.tenant();
  }

  String scope() {
    return conversation.scope();
  }
}
