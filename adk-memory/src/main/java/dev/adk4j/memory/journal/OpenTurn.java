package dev.adk4j.memory.journal;

import dev.adk4j.memory.store.MemoryConversation;
import java.util.Objects;

/** A turn that started and is not known to be over. */
public record OpenTurn(MemoryConversation conversation, String turnId) {

  public OpenTurn {
    Objects.requireNonNull(conversation, "conversation");
    Objects.requireNonNull(turnId, "turnId");
  }
}
