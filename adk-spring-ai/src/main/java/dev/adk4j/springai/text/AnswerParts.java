package dev.adk4j.springai.text;

/**
 * Receives the parts that a {@link ReasoningSplitter} finds, in order.
 *
 * @since 0.1.0
 */
public interface AnswerParts {

  /**
   * Receives the next piece of the answer.
   *
   * @param delta not empty
   */
  void text(String delta);

  /**
   * Receives the next piece of reasoning.
   *
   * @param trace index of the reasoning within the answer, from 0
   * @param delta not empty
   */
  void reasoning(int trace, String delta);
}
