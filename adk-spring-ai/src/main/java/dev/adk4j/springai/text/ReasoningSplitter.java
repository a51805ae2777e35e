package dev.adk4j.springai.text;

/**
 * Takes the text of one answer as it comes. Where the text is cut into pieces makes no difference
 * to what is told. Used by one thread.
 */
public interface ReasoningSplitter {

  /** The next piece of the text; not empty. */
  void add(String text);

  /** There is no more. Called once, and not at all for an answer that broke off. */
  void end();
}
