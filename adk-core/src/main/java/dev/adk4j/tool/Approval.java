package dev.adk4j.tool;

/** Chooses whether somebody has to approve a tool's calls. */
public enum Approval {
  /** Calls start at once. */
  NONE,
  /** Each call opens a gate and waits for its decision. */
  REQUIRED
}
