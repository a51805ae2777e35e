package dev.adk4j.tool;

/** How much of a tool's failure a model is told; what the handler threw may name internals. */
public enum ToolErrorDetail {
  /** The exception's message, and its cause's. */
  MESSAGE,
  /** The type of what the handler threw. */
  TYPE,
  /** That it failed. */
  NONE
}
