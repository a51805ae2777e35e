package dev.adk4j.springai.chat;

/** Hears what a model says while it says it. */
interface AnswerListener {

  AnswerListener SILENT =
      new AnswerListener() {
        @Override
        public void text(String delta) {}

        @Override
        public void reasoning(String source, String delta) {}
      };

  void text(String delta);

  /**
   * @param source where the provider keeps it; one answer may have several
   */
  void reasoning(String source, String delta);
}
