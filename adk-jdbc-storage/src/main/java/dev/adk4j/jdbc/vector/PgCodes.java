package dev.adk4j.jdbc.vector;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds words of a query that no dictionary contains: codes, and names of programs and settings.
 */
final class PgCodes {

  private static final int SHORTEST = 4;

  private static final int LONGEST = 100;

  private static final int MOST = 4;

  private static final Pattern EDGES = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$");

  /** A digit, a punctuation mark between letters, or a capital letter after the first letter. */
  private static final Pattern CODE =
      Pattern.compile(".*(\\p{N}|[\\p{L}][._/:#\\-][\\p{L}]|[\\p{L}]\\p{Lu}).*");

  private PgCodes() {}

  static List<String> in(String text) {
    return Stream.of(storable(text).split("\\s+"))
        .map(word -> EDGES.matcher(word).replaceAll(""))
        .filter(word -> word.length() >= SHORTEST && word.length() <= LONGEST)
        .filter(word -> CODE.matcher(word).matches())
        .distinct()
        .limit(MOST)
        .toList();
  }

  /** Returns the text without characters that PostgreSQL cannot store; they match nothing. */
  static String storable(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> c != 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE))
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }
}
