package dev.adk4j.memory.store;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How much a content has to do with a query, by whole words: the number of distinct words of the
 * query that the content has. Words are runs of letters, digits and underscores of any script, in
 * lower case; nothing is stemmed.
 */
public final class TokenOverlap {

  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}_]+");

  private TokenOverlap() {}

  /** The distinct words; empty where the text has none. */
  public static Set<String> tokens(String text) {
    Set<String> tokens = new LinkedHashSet<>();
    for (String token : BETWEEN.split(text.toLowerCase(Locale.ROOT))) {
      if (!token.isEmpty()) {
        tokens.add(token);
      }
    }
    return tokens;
  }

  /** How many of the query's words the content has. */
  public static int score(Set<String> queryTokens, String content) {
    Set<String> contentTokens = tokens(content);
    return (int) queryTokens.stream().filter(contentTokens::contains).count();
  }
}
