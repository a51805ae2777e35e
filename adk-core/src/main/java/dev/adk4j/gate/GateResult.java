package dev.adk4j.gate;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a gate was settled. */
public enum GateResult {
  RESOLVED("resolved"),
  REJECTED("rejected"),
  ABORTED("aborted"),
  TIMEOUT("timeout");

  private final String wire;

  GateResult(String wire) {
    this.wire = wire;
  }

  /** The name used in events and stored records. */
  @JsonValue
  public String wire() {
    return wire;
  }
}
