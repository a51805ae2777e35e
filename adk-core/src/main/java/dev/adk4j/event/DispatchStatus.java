package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a dispatch ended. */
public enum DispatchStatus {
  ACK("ack"),
  NACK("nack"),
  ABORTED("aborted");

  private final String wire;

  DispatchStatus(String wire) {
    this.wire = wire;
  }

  /** The name used outside Java. */
  @JsonValue
  public String wire() {
    return wire;
  }
}
