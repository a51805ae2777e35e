package dev.adk4j.memory.internal;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Scores content by the number of distinct query words that it contains. Words are runs of letters,
 * digits and underscores of any script, in lower case, without stemming.
 */
public final class TokenOverlap {

  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}_]+");

  private TokenOverlap() {}

  /** Returns the distinct words of a text. */
  public static Set<String> tokens(String text) {
    return BETWEEN
        .splitAsStream(text.toLowerCase(Locale.ROOT))
        .filter(token -> !token.isEmpty())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the number of query words in the content. */
  public static int score(Set<String> queryTokens, String content) {
    Set<String> contentTokens = tokens(content);
    return (int) queryTokens.stream().filter(contentTokens::contains).count();
  }
}
