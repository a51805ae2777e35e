package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Carries an entry that an executor logged through its helpers. */
public record LogEvent(
    @Nullable String turnId,
    String dispatchId,
    int iteration,
    Instant emittedAt,
    LogLevel level,
    String kind,
    String message,
    @Nullable Object payload)
    implements AgentEvent {
  /** Never the content. */
  @Override
  public String toString() {
    return "LogEvent[" + level + ", " + kind + "]";
  }
}
