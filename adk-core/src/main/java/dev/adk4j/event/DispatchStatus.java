package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The outcome of a dispatch. */
public enum DispatchStatus {
  /** The executor acknowledged the dispatch. */
  ACK,
  /** The executor rejected the dispatch, or it failed. */
  NACK,
  /** The dispatch was aborted. */
  ABORTED;

  /** Returns the name used outside Java. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
