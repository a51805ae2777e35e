package dev.adk4j.tool;

/** Whether somebody has to approve a tool's calls. */
public enum Approval {
  NONE,
  /** Each call opens a gate and waits for its decision. */
  REQUIRED
}
