package dev.adk4j.vector.retrieval;

import dev.adk4j.token.TokenCounters;
import dev.adk4j.vector.VectorErrors;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * Limits of passages, in characters or tokens.
 *
 * @param usual the maximum of a passage of text
 * @param longest the maximum of a code block or table before it is divided
 * @param overlap the maximum of the previous passage that a passage of text repeats; 0 for none
 * @param withTitles also counts the headings above a passage
 * @param measure length of a text
 */
record PassageSize(
    int usual, int longest, int overlap, boolean withTitles, ToIntFunction<String> measure) {

  /** About 300 tokens: small enough for one topic, and for the smallest models. */
  static final PassageSize CHARACTERS = new PassageSize(1_200, 4_000, 0, false, String::length);

  /** Maximum separator between two parts of a passage. */
  static final int GAP = 2;

  private static final int LEAST_TOKENS = 32;

  /** Usual number of characters of a token; only a first guess. */
  private static final int CHARACTERS_OF_A_TOKEN = 4;

  /** Texts with longer tokens than this, such as rows of blanks, are divided earlier. */
  private static final int LONGEST_TOKEN = 16;

  static PassageSize tokens(int tokens, int overlap, int block, String encoding) {
    if (tokens < LEAST_TOKENS || overlap < 0 || overlap > tokens / 2 || block < tokens) {
      throw VectorErrors.invalidConfig(
          "passages need at least "
              + LEAST_TOKENS
              + " tokens, an overlap of at most half of them, and at least as many for a whole"
              + " block");
    }
    if (!TokenCounters.isKnown(encoding)) {
      throw VectorErrors.invalidConfig("there is no token encoding '" + encoding + "'");
    }
    return new PassageSize(
        tokens, block, overlap, true, text -> TokenCounters.count(text, encoding));
  }

  int of(String text) {
    return measure.applyAsInt(text);
  }

  /** Returns true if the text is within the limit; does not measure a very long one. */
  boolean fits(String text, int most) {
    boolean measured = text.length() / LONGEST_TOKEN <= most;
    return measured && of(text) <= most;
  }

  /** Returns the maximum for the text below the titles, at least half of the limit. */
  int below(String head) {
    return withTitles ? Math.max(usual / 2, usual - of(head)) : usual;
  }

  /**
   * Returns the end of the part that begins at {@code from} and is within the limit; never empty.
   */
  int end(String text, int from, int most) {
    return from + shrunk(text.length() - from, most, 2, n -> of(text.substring(from, from + n)));
  }

  /** Returns the beginning of the last part that is within the limit; may be the end. */
  int tail(String text, int most) {
    int end = text.length();
    return end - shrunk(end, most, 0, n -> of(text.substring(end - n)));
  }

  /** Returns how many of the characters, but not fewer than the least, are within the limit. */
  private int shrunk(int all, int most, int least, IntUnaryOperator size) {
    long guess = withTitles ? (long) CHARACTERS_OF_A_TOKEN * most : most;
    int characters = (int) Math.min(all, guess);
    int length = size.applyAsInt(characters);
    while (length > most && characters > least) {
      int fewer = Math.min(characters - 1, (int) ((long) characters * most / length));
      characters = Math.max(least, fewer);
      length = size.applyAsInt(characters);
    }
    return characters;
  }
}
