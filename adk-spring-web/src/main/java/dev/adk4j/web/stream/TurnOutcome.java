package dev.adk4j.web.stream;

import java.util.Locale;

/** Outcome of a turn, derived from its events. */
public enum TurnOutcome {
  /** The dispatch was acknowledged and nothing failed. */
  COMPLETED,
  /** The turn had an error. */
  FAILED,
  /** The turn was aborted: there is neither an acknowledgement nor an error. */
  ABORTED;

  /** Returns the outcome for the events that were seen until the end of the turn. */
  public static TurnOutcome of(boolean failed, boolean acknowledged) {
    if (failed) {
      return FAILED;
    }
    return acknowledged ? COMPLETED : ABORTED;
  }

  /** Returns the name that events, metrics and endpoints use. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
