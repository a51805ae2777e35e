package dev.adk4j.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why an attempt to settle a gate changed nothing. */
public enum GateRefusal {
  /** Another decision was first. */
  CONFLICT,
  /** The gate's time was over. */
  LATE,
  /** The value does not fit the gate's schema. */
  INVALID,
  /** The {@link GateAuthorizer} said no. */
  UNAUTHORIZED,
  /**
   * The actor belongs to another tenant; they are told that there is no such gate. The gate's own
   * tenant does not see the attempt: only operators do.
   */
  FOREIGN_TENANT;

  /** The name in stored records and JSON. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The refusal of that name; {@link IllegalArgumentException} where there is none. */
  public static GateRefusal ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
