package dev.adk4j.token;

/** Counts the tokens of texts for one encoding. Must be thread-safe. */
public interface TokenCounter {

  /** Returns the id of its encoding. */
  String encoding();

  /** Returns true if the counts are the model's own, not an estimate. */
  boolean exact();

  /**
   * Returns the number of tokens; never negative. The text may be empty, and may contain spellings
   * of special tokens.
   */
  int count(String text);
}
