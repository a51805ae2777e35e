package dev.adk4j.token;

/** Counts the tokens of texts for one encoding. Called from many threads at once. */
public interface TokenCounter {

  /** Returns the id of the encoding it counts for. */
  String encoding();

  /** Returns true when the counts are the model's own, not an estimate. */
  boolean exact();

  /**
   * Returns the number of tokens; never negative. The text may be empty, and may hold spellings of
   * special tokens.
   */
  int count(String text);
}
