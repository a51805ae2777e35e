package dev.adk4j.loop;

/**
 * Says what becomes of a call of a stored turn that was started, and whose process ended before its
 * result was stored: whether it did its work is not known then.
 *
 * @since 0.1.0
 */
public enum AfterCrash {
  /**
   * {@link #REPEAT} for a {@linkplain Tool#readOnly() read-only} tool, {@link #NEVER_AGAIN} for all
   * others.
   */
  DEFAULT,
  /** The call ends as of unknown outcome; the model is told so. */
  NEVER_AGAIN,
  /**
   * The call is started again, with the same {@link dev.adk4j.tool.ToolContext#idempotencyKey()
   * key}.
   */
  REPEAT,
  /** Somebody is asked whether to start the call again; the turn waits for the decision. */
  ASK
}
