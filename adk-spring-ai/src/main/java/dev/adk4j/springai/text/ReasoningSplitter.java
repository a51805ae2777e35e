package dev.adk4j.springai.text;

/**
 * Splits the text of one answer, which arrives in pieces. The result does not depend on the pieces.
 * Not thread-safe.
 *
 * @since 0.1.0
 */
public interface ReasoningSplitter {

  /**
   * Adds the next piece of the text.
   *
   * @param text not empty
   */
  void add(String text);

  /** Ends the answer. Called once, but not for an answer that failed. */
  void end();
}
