package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The author's role in a conversation. Tool results and system prompts are not messages. */
public enum MessageRole implements Wire {
  /** The person or system that converses with the agent. */
  USER("user"),
  /** The agent. */
  ASSISTANT("assistant");

  private final String wire;

  MessageRole(String wire) {
    this.wire = wire;
  }

  /** Returns the text in JSON. */
  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  /**
   * Returns the constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any
   * other.
   */
  @JsonCreator
  public static MessageRole fromWire(String wire) {
    return Wire.require(MessageRole.class, wire);
  }
}
