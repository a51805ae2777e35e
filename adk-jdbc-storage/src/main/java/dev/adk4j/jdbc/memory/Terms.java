package dev.adk4j.jdbc.memory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Preselects records by their words in a database. May select too many records, never too few; the
 * final score is computed from the content. Long words are truncated, and every search selects
 * records with more words than the database can index.
 */
enum Terms {

  /** Uses an indexed text search vector. Words consist of letters, digits and underscores. */
  POSTGRES("tsvector", "terms @@ cast(? as tsquery)", "'", 1000, 200),

  /** Uses a text of words between blanks, with one substring search per word. */
  H2("character large object", "locate(?, terms) > 0", " ", 100, 100);

  /** Term of PostgreSQL's records that every search selects; no word equals it. */
  private static final String EVERY_SEARCH = "'?'";

  private static final int MAX_BYTES = 900_000;

  private final String type;
  private final String contains;
  private final String around;
  private final int mostWords;
  private final int mostRanked;

  /**
   * @param contains condition that {@code terms} contain a word
   * @param around text before and after a word
   * @param mostWords largest number of words to search for
   * @param mostRanked largest number of words to rank by; each word adds a parameter and a check of
   *     every candidate
   */
  Terms(String type, String contains, String around, int mostWords, int mostRanked) {
    this.type = type;
    this.contains = contains;
    this.around = around;
    this.mostWords = mostWords;
    this.mostRanked = mostRanked;
  }

  /** Returns the type that {@link #stored} is cast to. */
  String type() {
    return type;
  }

  /** Returns the value of the column {@code terms}. */
  String stored(Set<String> words) {
    if (this == H2) {
      return words.isEmpty() ? "" : " " + String.join(" ", cut(words)) + " ";
    }
    String vector = cut(words).stream().map(w -> "'" + w + "'").collect(Collectors.joining(" "));
    return vector.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES ? EVERY_SEARCH : vector;
  }

  /**
   * Returns a condition on {@code terms} and adds its parameters to the list. Returns null if the
   * condition would be too large to be useful.
   */
  @Nullable String condition(Set<String> words, List<Object> parameters) {
    if (words.size() > mostWords) {
      return null;
    }
    if (this == H2) {
      return "(" + each(cut(words), contains, " or ", parameters) + ")";
    }
    List<String> any = new ArrayList<>(List.of(EVERY_SEARCH));
    cut(words).forEach(w -> any.add("'" + w + "'"));
    parameters.add(String.join(" | ", any));
    return contains;
  }

  /**
   * Returns an expression for the number of words in {@code terms} and adds its parameters to the
   * list. Returns null if the expression would be too large to be useful.
   */
  @Nullable String matches(Set<String> words, List<Object> parameters) {
    Set<String> cut = cut(words);
    String one = "case when " + contains + " then 1 else 0 end";
    return cut.size() > mostRanked ? null : each(cut, one, " + ", parameters);
  }

  private String each(
      Set<String> words, String expression, String between, List<Object> parameters) {
    words.forEach(word -> parameters.add(around + word + around));
    return String.join(between, Collections.nCopies(words.size(), expression));
  }

  private static Set<String> cut(Set<String> words) {
    Set<String> cut = LinkedHashSet.newLinkedHashSet(words.size());
    for (String word : words) {
      int end = Math.min(word.length(), 200);
      boolean split = end < word.length() && Character.isHighSurrogate(word.charAt(end - 1));
      cut.add(word.substring(0, split ? end - 1 : end));
    }
    return cut;
  }
}
