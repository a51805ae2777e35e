package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Who a message is from. Tool results and system prompts are not messages. */
public enum MessageRole implements Wire {
  USER("user"),
  ASSISTANT("assistant");

  private final String wire;

  MessageRole(String wire) {
    this.wire = wire;
  }

  /** The text in JSON. */
  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  /** The constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any other. */
  @JsonCreator
  public static MessageRole fromWire(String wire) {
    return Wire.require(MessageRole.class, wire);
  }
}
