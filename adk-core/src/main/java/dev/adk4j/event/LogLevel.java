package dev.adk4j.event;

import dev.adk4j.event.AgentEvent.LogEvent;

/** The level of a {@link LogEvent}. */
public enum LogLevel {
  /** Single steps. */
  TRACE,
  /** Details for diagnosis. */
  DEBUG,
  /** Ordinary progress. */
  INFO,
  /** An unexpected event that did not stop the work. */
  WARN,
  /** A failure. */
  ERROR
}
