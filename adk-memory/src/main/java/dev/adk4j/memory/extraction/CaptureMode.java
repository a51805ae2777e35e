package dev.adk4j.memory.extraction;

/** How a message that a conversation stores gets into the journal. */
public enum CaptureMode {
  /**
   * In one transaction with the conversation, where journal and storage share a unit of work:
   * either both have it or neither, and a journal that fails fails the store. Otherwise like {@link
   * #BEST_EFFORT}.
   */
  TRANSACTIONAL,
  /**
   * After the conversation has it; where the journal fails, that is logged and counted, the
   * conversation goes on and the message is not extracted.
   */
  BEST_EFFORT
}
