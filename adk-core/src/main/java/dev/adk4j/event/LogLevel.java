package dev.adk4j.event;

/** The level of a {@link LogEvent}. */
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR
}
