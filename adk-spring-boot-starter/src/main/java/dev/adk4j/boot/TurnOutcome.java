package dev.adk4j.boot;

import java.util.Locale;

/** How a turn ended, as far as its events tell. */
public enum TurnOutcome {
  /** The dispatch was acknowledged and nothing failed. */
  COMPLETED,
  /** There was an error. */
  FAILED,
  /** It was aborted: there is neither an acknowledgement nor an error. */
  ABORTED;

  /** From what was seen until the end of the turn. */
  public static TurnOutcome of(boolean failed, boolean acknowledged) {
    if (failed) {
      return FAILED;
    }
    return acknowledged ? COMPLETED : ABORTED;
  }

  /** The name used in events, metrics and endpoints. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
