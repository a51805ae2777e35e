package dev.adk4j.prompt;

/** Whose thoughts go back into the prompt. Those left out stay in the turn. */
public enum ThoughtSurfacing {
  /** Every own thought. */
  ALL_SELF,
  /** The newest own thought that survives. */
  LATEST_SELF,
  /** Those of other agents as well. */
  ALL,
  NONE
}
