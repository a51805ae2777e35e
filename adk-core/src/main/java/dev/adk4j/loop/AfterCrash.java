package dev.adk4j.loop;

/**
 * Defines how a stored turn handles a call whose process ended before its result was stored, so
 * that its outcome is unknown.
 *
 * @since 0.1.0
 */
public enum AfterCrash {
  /**
   * {@link #REPEAT} for a {@linkplain Tool#readOnly() read-only} tool, {@link #NEVER_AGAIN} for any
   * other.
   */
  DEFAULT,
  /** The call ends with an unknown outcome; the model is informed. */
  NEVER_AGAIN,
  /**
   * The call is started again, with the same {@link dev.adk4j.tool.ToolContext#idempotencyKey()
   * key}.
   */
  REPEAT,
  /** A person decides whether to start the call again; the turn waits for the decision. */
  ASK
}
