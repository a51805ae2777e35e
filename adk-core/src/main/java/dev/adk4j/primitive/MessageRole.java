package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The author's role in a conversation. Tool results and system prompts are not messages. */
public enum MessageRole implements Wire {
  /** The person or system that converses with the agent. */
  USER,
  /** The agent. */
  ASSISTANT;

  /**
   * Returns the constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any
   * other.
   */
  @JsonCreator
  public static MessageRole fromWire(String wire) {
    return Wire.require(MessageRole.class, wire);
  }
}
