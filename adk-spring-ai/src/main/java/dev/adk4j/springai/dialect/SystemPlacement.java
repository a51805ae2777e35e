package dev.adk4j.springai.dialect;

/**
 * Place of system texts that a provider supports.
 *
 * @since 0.1.0
 */
public enum SystemPlacement {
  /** Before and after the conversation. */
  IN_PLACE,
  /** Before it only: what belongs after it is appended to what stands before. */
  LEADING
}
