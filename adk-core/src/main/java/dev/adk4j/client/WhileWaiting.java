package dev.adk4j.client;

/**
 * Chooses what becomes of a message that is sent while a turn of its conversation waits for
 * decisions.
 *
 * @since 0.1.0
 */
public enum WhileWaiting {
  /** The message is refused with an {@link AgentWaitingException} that has the gates. */
  REFUSE,
  /**
   * The message is accepted, and its turn runs when the one that waits has ended. Until then it is
   * in the memory of this process only: it is stored when its turn runs, and a process that ends
   * loses it. A call that blocks waits with it, at most until the gates time out.
   */
  QUEUE,
  /**
   * The turn that waits is aborted, with its gates, in the name of whoever sends; none of its calls
   * is started.
   */
  SUPERSEDE
}
