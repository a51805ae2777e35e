package dev.adk4j.memory.journal;

import dev.adk4j.memory.store.MemoryMessage;
import java.util.Objects;

/**
 * A captured message.
 *
 * @param seq its number in the conversation
 */
public record JournalEntry(long seq, MemoryMessage message) {

  public JournalEntry {
    Objects.requireNonNull(message, "message");
  }
}
