package dev.adk4j.jdbc.memory;

/**
 * Scores the candidates of a search: entries that contain a word of the query or a similar word.
 * Replaces the default score, the number of shared words. Called for every candidate. Must be
 * thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LexicalRanker {

  /**
   * Returns the score of an entry; higher is better. Entries with a score of 0 or less are not
   * found.
   *
   * @param query query text, not blank
   * @param content content of the entry
   */
  double score(String query, String content);
}
