package dev.adk4j.boot.callback;

import java.util.Locale;

/** What an application may leave unstored by naming it in {@code adk.storage.noop}. */
public enum NoopStorage {
  MESSAGES,
  MEMORIES,
  THOUGHTS,
  TOOL_CALLS,
  RETRIEVABLES,
  STANDING_INSTRUCTIONS,
  TOOLS,
  BYTES;

  /** The name as it is written in a property. */
  public String propertyValue() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
