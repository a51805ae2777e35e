package dev.adk4j.memory.store;

/** What a part of a message is. */
public enum PartKind {
  TEXT,
  TOOL_USE,
  TOOL_RESULT,
  REASONING,
  MEDIA
}
