package dev.adk4j.client;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.Message;

/**
 * What a turn answered.
 *
 * @param message the last message of the assistant: the stored one where the executor stored it
 * @param usage what all generations of the turn cost together; every field may be absent
 */
public record AgentReply(Message message, GenerationStats usage, String turnId) {

  /** The message's text; empty where it has attachments only. */
  public String text() {
    return message.content().map(content -> content.value()).orElse("");
  }
}
