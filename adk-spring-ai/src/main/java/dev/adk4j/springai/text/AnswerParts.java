package dev.adk4j.springai.text;

/** Hears what a {@link ReasoningSplitter} finds, in order. */
public interface AnswerParts {

  /** The next piece of the answer; not empty. */
  void text(String delta);

  /**
   * The next piece of reasoning; not empty.
   *
   * @param trace which reasoning it belongs to, of those of this answer: the first is 0
   */
  void reasoning(int trace, String delta);
}
