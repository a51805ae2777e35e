package dev.adk4j.tool;

/** Defines whether a tool's calls need an approval, and who approves them. */
public enum Approval {
  /** Calls start at once. */
  NONE,
  /** Each call waits for an approval; an alias of {@link #BY_OTHER}. */
  REQUIRED,
  /**
   * Each call waits for a person other than the turn's user, under the gate's reason {@code
   * tool_approval}.
   */
  BY_OTHER,
  /**
   * Each call waits until the turn's user, and only that user, confirms it; the gate's reason is
   * {@code tool_confirmation}. If the turn has no user, the call is refused.
   */
  BY_USER
}
