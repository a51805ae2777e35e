package dev.adk4j.stored;

/** Chooses what becomes of runs of a schedule whose time passed while no process was there. */
public enum MissedRun {
  /** Of all that were missed, the first one begins as soon as a process is there. */
  RUN_ONCE,
  /** None of them begins. */
  SKIP
}
