package dev.adk4j.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a recorded gate stands. */
public enum GateState {
  /** Nobody decided yet. */
  OPEN,
  /** A value was given and waits to be checked on the node that has the gate's schema. */
  PROPOSED,
  RESOLVED,
  REJECTED,
  ABORTED,
  TIMEOUT;

  /** Whether no decision is possible any more. */
  public boolean isFinal() {
    return this != OPEN && this != PROPOSED;
  }

  /** The name in stored records and JSON. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state of that name; {@link IllegalArgumentException} where there is none. */
  public static GateState ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
