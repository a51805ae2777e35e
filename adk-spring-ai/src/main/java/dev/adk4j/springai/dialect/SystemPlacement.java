package dev.adk4j.springai.dialect;

/**
 * Positions of system texts that a provider supports.
 *
 * @since 0.1.0
 */
public enum SystemPlacement {
  /** Before and after the conversation. */
  IN_PLACE,
  /** Before it only: texts that belong after the conversation are appended to those before it. */
  LEADING
}
