package dev.adk4j.client;

/**
 * Defines how a message is handled that is sent while a turn of its conversation waits for
 * decisions.
 *
 * @since 0.1.0
 */
public enum WhileWaiting {
  /** The message is refused with an {@link AgentWaitingException} that has the gates. */
  REFUSE,
  /**
   * The message is accepted, and its turn runs when the waiting turn has ended. Until then, it
   * exists only in the memory of this process: it is stored when its turn runs, and is lost if the
   * process ends. A call that blocks waits with it, at most until the gates time out.
   */
  QUEUE,
  /**
   * The waiting turn is aborted, with its gates, in the name of the sender; none of its calls is
   * started.
   */
  SUPERSEDE
}
