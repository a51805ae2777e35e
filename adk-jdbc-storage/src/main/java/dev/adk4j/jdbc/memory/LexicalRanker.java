package dev.adk4j.jdbc.memory;

/**
 * Says how relevant an entry is that has at least one word of the query, or a similar one, in place
 * of the number of words they share. Has to be safe for concurrent use, and is called for every
 * candidate.
 */
@FunctionalInterface
public interface LexicalRanker {

  /**
   * Higher is better; an entry with 0 or less is not found.
   *
   * @param query what is searched for, not blank
   * @param content of one entry
   */
  double score(String query, String content);
}
