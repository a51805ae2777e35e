package dev.adk4j.stored;

/** Defines how runs of a schedule are handled whose time passed while no process ran. */
public enum MissedRun {
  /** Starts the first of the missed runs as soon as a process runs, and no other. */
  RUN_ONCE,
  /** Starts none of the missed runs. */
  SKIP
}
