package dev.adk4j.springai.dialect;

/** Where a provider lets system text stand. */
public enum SystemPlacement {
  /** Before and after the conversation. */
  IN_PLACE,
  /** Before it only: what belongs after it is appended to what stands before. */
  LEADING
}
