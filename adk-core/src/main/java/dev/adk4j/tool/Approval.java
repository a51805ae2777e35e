package dev.adk4j.tool;

/** Chooses whether somebody has to approve a tool's calls, and who that is. */
public enum Approval {
  /** Calls start at once. */
  NONE,
  /** Each call waits for an approval; the same as {@link #BY_OTHER}. */
  REQUIRED,
  /**
   * Each call waits for somebody else than the user the turn works for, as the gate's reason {@code
   * tool_approval} says.
   */
  BY_OTHER,
  /**
   * Each call waits until the user the turn works for confirms it, and nobody else; the gate's
   * reason is {@code tool_confirmation}. In a turn that works for no user the call is refused.
   */
  BY_USER
}
