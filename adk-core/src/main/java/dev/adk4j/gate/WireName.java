package dev.adk4j.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A constant whose name in events, stored records and JSON is its own name in lower case. */
interface WireName {

  String name();

  /** Returns the name in events, stored records and JSON. */
  @JsonValue
  default String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
