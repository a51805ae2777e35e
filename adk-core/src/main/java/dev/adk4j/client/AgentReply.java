package dev.adk4j.client;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.Message;

/**
 * Carries the answer of a turn.
 *
 * @param message the last message of the assistant: the stored one where the executor stored it
 * @param usage the sum of all generations of the turn; every field may be absent
 * @since 0.1.0
 */
public record AgentReply(Message message, GenerationStats usage, String turnId) {

  /** Returns the message's text; empty where it has attachments only. */
  public String text() {
    return message.content().map(content -> content.value()).orElse("");
  }
}
