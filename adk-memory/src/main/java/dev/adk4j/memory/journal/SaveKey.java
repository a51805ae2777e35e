package dev.adk4j.memory.journal;

import dev.adk4j.memory.store.MemoryConversation;
import java.util.Objects;

/** What saves are serial for: one conversation into one store. */
public record SaveKey(MemoryConversation conversation, String store) {

  public SaveKey {
    Objects.requireNonNull(conversation, "conversation");
    Objects.requireNonNull(store, "store");
  }
}
