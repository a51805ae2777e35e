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
sealed interface Terms {

  /** Returns the value of the column {@code terms}. */
  String stored(Set<String> words);

  /** Returns the type that {@link #stored} is cast to. */
  String type();

  /**
   * Returns a condition on {@code terms} and adds its parameters to the list. Returns null if the
   * condition would be too large to be useful.
   */
  @Nullable String condition(Set<String> words, List<Object> parameters);

  /**
   * Returns an expression for the number of words in {@code terms} and adds its parameters to the
   * list. Returns null if the expression would be too large to be useful.
   */
  @Nullable String matches(Set<String> words, List<Object> parameters);

  static Terms of(boolean postgres) {
    return postgres ? new Postgres() : new Substrings();
  }

  private static @Nullable String sum(
      Set<String> words, int most, String condition, String around, List<Object> parameters) {
    Set<String> cut = cut(words);
    if (cut.size() > most) {
      return null;
    }
    cut.forEach(word -> parameters.add(around + word + around));
    return String.join(
        " + ", Collections.nCopies(cut.size(), "case when " + condition + " then 1 else 0 end"));
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

  /** Uses an indexed text search vector. Words consist of letters, digits and underscores. */
  record Postgres() implements Terms {

    /** Term of records that every search selects; no word equals it. */
    private static final String EVERY_SEARCH = "'?'";

    private static final int MAX_WORDS = 1000;
    private static final int MAX_BYTES = 900_000;

    /**
     * Largest number of words to rank by; each word adds a parameter and a check of every
     * candidate.
     */
    private static final int MAX_RANKED = 200;

    @Override
    public String stored(Set<String> words) {
      String vector = cut(words).stream().map(w -> "'" + w + "'").collect(Collectors.joining(" "));
      return vector.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES ? EVERY_SEARCH : vector;
    }

    @Override
    public String type() {
      return "tsvector";
    }

    @Override
    public @Nullable String condition(Set<String> words, List<Object> parameters) {
      if (words.size() > MAX_WORDS) {
        return null;
      }
      List<String> any = new ArrayList<>(List.of(EVERY_SEARCH));
      cut(words).forEach(w -> any.add("'" + w + "'"));
      parameters.add(String.join(" | ", any));
      return "terms @@ cast(? as tsquery)";
    }

    @Override
    public @Nullable String matches(Set<String> words, List<Object> parameters) {
      return sum(words, MAX_RANKED, "terms @@ cast(? as tsquery)", "'", parameters);
    }
  }

  /** Uses a text of words between blanks, with one substring search per word. */
  record Substrings() implements Terms {

    private static final int MAX_WORDS = 100;

    @Override
    public String stored(Set<String> words) {
      return words.isEmpty() ? "" : " " + String.join(" ", cut(words)) + " ";
    }

    @Override
    public String type() {
      return "character large object";
    }

    @Override
    public @Nullable String condition(Set<String> words, List<Object> parameters) {
      if (words.size() > MAX_WORDS) {
        return null;
      }
      return cut(words).stream()
          .map(
              word -> {
                parameters.add(" " + word + " ");
                return "locate(?, terms) > 0";
              })
          .collect(Collectors.joining(" or ", "(", ")"));
    }

    @Override
    public @Nullable String matches(Set<String> words, List<Object> parameters) {
      return sum(words, MAX_WORDS, "locate(?, terms) > 0", " ", parameters);
    }
  }
}
