package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import java.util.Collection;
import java.util.List;

/** Key of a conversation and a store in the tables. */
record StoreKey(ConversationKey conversation, String store) {

  static StoreKey of(SaveKey key) {
    return new StoreKey(ConversationKey.of(key.conversation()), store(key.store()));
  }

  /** Returns the stored names of stores, each once. */
  static List<String> stores(Collection<String> names) {
    return names.stream().map(StoreKey::store).distinct().toList();
  }

  static String store(String name) {
    return StorageConnections.key(name, "$.store");
  }

  String tenant() {
    return conversation.tenant();
  }

  /** Returns the columns tenant, scope_key and store_name, for parameters. */
  List<String> columns() {
    return List.of(conversation.tenant(), conversation.scope(), store);
  }
}
