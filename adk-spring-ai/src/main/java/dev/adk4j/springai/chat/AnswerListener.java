package dev.adk4j.springai.chat;

/** Receives the parts of an answer as they arrive. */
interface AnswerListener {

  AnswerListener SILENT = new AnswerListener() {};

  /** Called once for each attempt, with the first chunk of a stream. */
  default void begun() {}

  default void text(String delta) {}

  /**
   * Receives a piece of reasoning.
   *
   * @param source location in which the provider returns reasoning; an answer may have several
   *     sources
   */
  default void reasoning(String source, String delta) {}
}
