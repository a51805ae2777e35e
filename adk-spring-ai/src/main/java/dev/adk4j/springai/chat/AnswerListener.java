package dev.adk4j.springai.chat;

/** Receives the parts of an answer as they arrive. */
interface AnswerListener {

  AnswerListener SILENT =
      new AnswerListener() {
        @Override
        public void text(String delta) {}

        @Override
        public void reasoning(String source, String delta) {}
      };

  /** Called once for each attempt, with the first chunk of a stream. */
  default void begun() {}

  void text(String delta);

  /**
   * Receives a piece of reasoning.
   *
   * @param source location in which the provider returns reasoning; an answer may have several
   *     sources
   */
  void reasoning(String source, String delta);
}
