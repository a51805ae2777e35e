package dev.adk4j.sample.library;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Puts the word of the documentation in the place of one that is misspelled. Immutable. */
final class Spelling {

  /** A shorter word is another word when one letter changes. */
  private static final int LONG = 6;

  private static final int VERY_LONG = 9;

  /** A word that is there once may be misspelled itself. */
  private static final int OFTEN = 3;

  private static final Pattern WORD =
      Pattern.compile("(?<![\\p{L}\\p{N}_])\\p{L}[\\p{L}\\p{N}]*(?![\\p{N}_])");
  private static final Pattern DOUBLED = Pattern.compile("(\\p{L})\\1+");

  private final Map<String, Integer> often = new HashMap<>();
  private final Set<String> known;

  /**
   * @param counts how often each word is there
   */
  Spelling(Map<String, Integer> counts) {
    counts.forEach(
        (word, count) -> {
          if (count >= OFTEN) {
            often.put(word, count);
          }
        });
    Synonyms.words().forEach(word -> often.putIfAbsent(word, OFTEN));
    this.known = Set.copyOf(counts.keySet());
  }

  /** Returns the text with other words in the places of those that are misspelled. */
  String corrected(String text) {
    return WORD.matcher(text).replaceAll(word -> word(word.group()));
  }

  private String word(String written) {
    String word = written.toLowerCase(Locale.ROOT);
    boolean unknown =
        !Words.asked(word).isEmpty() && !known.contains(word) && Synonyms.meanings(word).isEmpty();
    return unknown ? nearest(word) : written;
  }

  private String nearest(String word) {
    int most = word.length() >= VERY_LONG ? 2 : word.length() >= LONG ? 1 : 0;
    String nearest = word;
    int count = 0;
    int distance = most + 1;
    for (Map.Entry<String, Integer> other : often.entrySet()) {
      int away = away(word, other.getKey(), most);
      if (away < distance || away == distance && away <= most && other.getValue() > count) {
        nearest = other.getKey();
        count = other.getValue();
        distance = away;
      }
    }
    return nearest;
  }

  private static int away(String word, String other, int most) {
    return single(word).equals(single(other)) ? 0 : distance(word, other, most);
  }

  private static String single(String word) {
    return DOUBLED.matcher(word).replaceAll("$1");
  }

  /** Letters to add, leave out, replace or swap; more than {@code most} where it is more. */
  private static int distance(String a, String b, int most) {
    if (Math.abs(a.length() - b.length()) > most) {
      return most + 1;
    }
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        table[i][j] = i == 0 || j == 0 ? i + j : step(table, a, b, i, j);
      }
    }
    return table[a.length()][b.length()];
  }

  private static int step(int[][] table, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(table[i - 1][j], table[i][j - 1]) + 1;
    least = Math.min(least, table[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
  }
}
