package dev.adk4j.web.stream;

import dev.adk4j.event.AgentEvent.DispatchEnd;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Outcome of a turn, derived from its events. */
public enum TurnOutcome {
  /** The dispatch was acknowledged without errors. */
  COMPLETED,
  /** Tool calls wait for decisions, after which the turn resumes. */
  WAITING,
  /** The turn had an error. */
  FAILED,
  /** The turn was aborted: there is neither an acknowledgement nor an error. */
  ABORTED;

  /**
   * Returns the outcome for the events that occurred until the end of the turn.
   *
   * @param failed true if there was an error
   * @param acknowledged end of the dispatch that was acknowledged; null if there is none
   */
  public static TurnOutcome of(boolean failed, @Nullable DispatchEnd acknowledged) {
    if (failed) {
      return FAILED;
    }
    if (acknowledged == null) {
      return ABORTED;
    }
    return acknowledged.waiting() ? WAITING : COMPLETED;
  }

  /** Returns the name that events, metrics and endpoints use. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
