package dev.adk4j.jdbc.memory;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Splits text into its distinct words, which consist of Unicode letters, digits and underscores, in
 * lower case.
 */
final class Words {

  private Words() {}

  static Set<String> of(String text) {
    Set<String> words = new LinkedHashSet<>();
    String lower = text.toLowerCase(Locale.ROOT);
    int start = -1;
    int at = 0;
    while (at < lower.length()) {
      int c = lower.codePointAt(at);
      if (c == '_' || Character.isLetterOrDigit(c)) {
        start = start < 0 ? at : start;
      } else if (start >= 0) {
        words.add(lower.substring(start, at));
        start = -1;
      }
      at += Character.charCount(c);
    }
    if (start >= 0) {
      words.add(lower.substring(start));
    }
    return words;
  }

  /** Returns the number of words that the text contains. */
  static int score(Set<String> words, String text) {
    Set<String> own = of(text);
    return (int) words.stream().filter(own::contains).count();
  }
}
