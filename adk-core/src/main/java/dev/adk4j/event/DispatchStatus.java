package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonValue;

/** The outcome of a dispatch. */
public enum DispatchStatus {
  /** The executor acknowledged the dispatch. */
  ACK("ack"),
  /** The executor rejected the dispatch, or it failed. */
  NACK("nack"),
  /** The dispatch was aborted. */
  ABORTED("aborted");

  private final String wire;

  DispatchStatus(String wire) {
    this.wire = wire;
  }

  /** Returns the name used outside Java. */
  @JsonValue
  public String wire() {
    return wire;
  }
}
